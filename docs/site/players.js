// A click on a picture with a player shows the player in its place; without scripts the link opens it as a page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.player");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const page = document.createElement("iframe");
  page.className = "player-page";
  page.src = link.href;
  page.title = link.querySelector("img").alt;
  link.replaceWith(page);
});
