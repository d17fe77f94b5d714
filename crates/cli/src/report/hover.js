// Shows the numbers of the column under the pointer.
(function () {
  var box = document.getElementById("hover");
  document.querySelectorAll("svg[data-hover]").forEach(function (svg) {
    var columns = JSON.parse(svg.getAttribute("data-hover"));
    var cursor = svg.querySelector(".cursor");
    svg.addEventListener("pointermove", function (event) {
      var frame = svg.getBoundingClientRect();
      var x = (event.clientX - frame.left) * svg.viewBox.baseVal.width / frame.width;
      var nearest = columns.reduce(function (best, column) {
        return Math.abs(best[0] - x) > Math.abs(column[0] - x) ? column : best;
      });
      cursor.setAttribute("x1", nearest[0]);
      cursor.setAttribute("x2", nearest[0]);
      cursor.style.visibility = "visible";
      box.textContent = nearest[1];
      box.style.display = "block";
      var room = window.innerWidth - box.offsetWidth - 8;
      box.style.left = Math.min(event.clientX + 14, room) + "px";
      box.style.top = event.clientY + 14 + "px";
    });
    svg.addEventListener("pointerleave", function () {
      cursor.style.visibility = "hidden";
      box.style.display = "none";
    });
  });
})();
