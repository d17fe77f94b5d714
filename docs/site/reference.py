"""Writes docs/reference: the scene language, a page for each concept, from its schema.

    target/release/tangency schema | python3 docs/site/reference.py          writes the pages
    target/release/tangency schema | python3 docs/site/reference.py --check  fails where they are others
"""
import json
import pathlib
import sys

OUT = pathlib.Path(__file__).resolve().parents[1] / "reference"

# The pages: file, title, what it is for, the definitions on it in order ("" is the scene itself).
PAGES = [
    ("README", "Reference of the scene language", "The keys of a scene file. Each has a page of its own.", [""]),
    ("numbers", "Numbers, units, expressions", "What may stand where a number is wanted.", ["Expression", "Quantity", "Length"]),
    ("time", "Time and damping", "`[time]` and `[damping]`.", ["Time", "Integrator", "Newmark", "Damping"]),
    ("body", "Bodies", "`[[body]]`: what moves and deforms.", ["Body", "Rotate", "AxisAngle", "Scale", "Rest", "LengthUnit", "Stitches"]),
    ("material", "Materials", "`material` of a body and `[materials.NAME]`.", ["MaterialChoice", "Material", "Model", "Bends", "StretchLimit", "Weave"]),
    ("shapes", "Shapes", "`shape` of a body or an obstacle: exactly one of these.", ["Shape", "ThinSpec"]),
    ("obstacle", "Obstacles, ground and walls", "`[[obstacle]]`, `ground` and `[[half_space]]`: what bodies touch and what moves only as told.",
     ["Obstacle", "Sequence", "Ground", "GroundTable", "HalfSpace"]),
    ("selection", "Selections", "`select`: a set of vertices of a body.",
     ["Select", "BoxRegion", "SphereRegion", "PlaneRegion", "EndRegion", "Side", "OneOrManySelect", "OneOrManystring"]),
    ("boundary", "Boundaries", "`[[boundary]]`: vertices that are held or moved.", ["Boundary", "MotionPiece", "OneOrManyMotionPiece", "Past"]),
    ("load", "Loads", "`[[load]]`: forces from outside.", ["Load"]),
    ("repair", "Repair", "`repair`: a start that is tangled, brought apart ([how](../repair.md)).", ["Repair", "RepairTable"]),
    ("seam", "Seams", "`[[seam]]`: what is sewn to what.", ["Seam", "SeamSide"]),
    ("friction", "Friction", "`[friction]` and `[[friction.pair]]`.", ["Friction", "FrictionPair"]),
    ("solver", "Solver", "`[solver]`: accuracies and methods.",
     ["Solver", "ContactKind", "StepperKind", "Residual", "FrictionIterations", "OnUnsolved", "Certify", "LinearKind", "Ogc", "Bounds", "Gcp", "Vbd", "Finish", "Gpu", "Precision"]),
    ("output", "Output", "`[output]` and `[[output.probe]]`: what a run writes besides positions.", ["Output", "OutputPrecision", "Probe"]),
    ("render", "Pictures", "`[render]`: how pictures of a run look.", ["Render", "Camera"]),
]
HEADINGS = {"": "A scene", "OneOrManySelect": "One or many selections", "OneOrManystring": "One or many names",
            "Shape": "Shape", "OneOrManyMotionPiece": "One or many pieces of motion", "Past": "Release past a place", "AxisAngle": "Axis and angle"}

# What forms mean that the schema does not describe.
MEANS = {
    ("MaterialChoice", "text"): "The name of a [fabric](../fabrics.md), or of one of `[materials.NAME]`.",
    ("MaterialChoice", "[material](#material)"): "A material of this body alone; `base` names one that it begins with.",
    ("StretchLimit", "number"): "The largest stretch: 1.06 for 6 %.",
    ("StretchLimit", '`"none"`'): "No limit.",
    ("Length", "number"): "A share of the diagonal of the bounding box of the bodies; of speeds, per second.",
    ("Length", "`{ absolute = ... }`: number"): "Metres, or metres per second.",
    ("Length", "`{ relative = ... }`: number"): "The same as a bare number.",
    ("Certify", '`"every"`'): "Every step.",
    ("Certify", "whole number"): "Every so manieth step, and the last.",
    ("Certify", '`"end"`'): "The last step alone.",
    ("FrictionIterations", "whole number"): "So many rounds.",
    ("FrictionIterations", '`"converged"`'): "Until forces agree.",
    ("Ground", "number"): "The height.",
    ("Scale", "number"): "The same in all directions.",
    ("Scale", "3 numbers"): "Along x, y and z.",
}

SCHEMA = json.load(sys.stdin)
DEFS = SCHEMA["$defs"]


def name_of(reference):
    return reference.rsplit("/", 1)[1]


# Definitions that a shape brings along stand below it, on the page of shapes.
SHAPES = {}
for form in DEFS["Shape"]["oneOf"]:
    (word, property_), = form["properties"].items()
    SHAPES[word] = (form.get("description", ""), property_)
ON_SHAPES = sorted(name for name in DEFS if name.endswith("Shape")) + ["ClothPattern", "CreatureKind", "Diagonals", "Keep", "NoodleLay", "Packing"]
PAGE_OF = {name: page for page, _, _, names in PAGES for name in names}
PAGE_OF.update({name: "shapes" for name in ON_SHAPES})


def anchor(heading):
    """The anchor of a heading, as code hosts and mdBook make it."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def heading(name):
    if name in HEADINGS:
        return HEADINGS[name]
    words = "".join(" " + c.lower() if c.isupper() else c for c in name.removesuffix("Shape")).strip()
    return words[0].upper() + words[1:]


def link(name, page):
    if name.endswith("Shape") and name != "Shape":
        word = next((w for w, (_, p) in SHAPES.items() if p.get("$ref", "").endswith("/" + name)), None)
        target = word or heading(name)
    else:
        target = heading(name)
    file = "" if PAGE_OF[name] == page else PAGE_OF[name] + ".md"
    return f"[{target[0].lower() + target[1:]}]({file}#{anchor(target)})"


def written(value):
    """A default as a scene file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(written(v) for v in value) + "]"
    if isinstance(value, dict):
        inside = ", ".join(f"{k} = {written(v)}" for k, v in value.items())
        return "{ " + inside + " }" if inside else "{}"
    return f"{value:g}" if abs(value) >= 1e6 or (value and abs(value) < 1e-3) else f"{value:.10g}"


def joined(parts):
    return " or ".join(dict.fromkeys(part for part in parts if part))


def kind(node, page):
    """What may stand at a place, in words."""
    if "$ref" in node:
        name = name_of(node["$ref"])
        return "" if name in ("Expression", "Quantity") else link(name, page)
    if "const" in node:
        return f"`{written(node['const'])}`"
    if "enum" in node:
        return joined(f"`{written(word)}`" for word in node["enum"])
    for key in ("anyOf", "oneOf"):
        if key in node:
            return joined(kind(form, page) for form in node[key])
    types = node.get("type", [])
    types = [types] if isinstance(types, str) else types
    said = []
    for one in types:
        if one == "array":
            inside = kind(node.get("items", {}), page)
            count = node.get("minItems")
            exact = count if count is not None and count == node.get("maxItems") else None
            many = {"number": "numbers", "whole number": "whole numbers", "text": "texts"}.get(inside, inside)
            said.append(f"{exact} {many}" if exact and many != inside else f"list of {exact} of {inside}" if exact else f"list of {many}")
        elif one == "object" and node.get("properties"):
            keys = ", ".join(f"{k} = {kind(v, page)}" for k, v in node["properties"].items())
            said.append("table with " + keys)
        elif one == "object":
            inside = node.get("additionalProperties")
            said.append("table of " + kind(inside, page) if isinstance(inside, dict) else "table")
        elif one == "integer":
            said.append("whole number")
        elif one != "null":
            said.append({"string": "text", "boolean": "true or false", "number": "number"}[one])
    return joined(said)


def unit(node):
    unit = {"1": "share", "deg": "degrees", "deg/s": "degrees/s"}.get(node.get("unit"), node.get("unit", ""))
    forms = node.get("anyOf", [])
    if not unit:
        unit = joined(form["unit"] for form in forms if form.get("unit"))
    if "planar_unit" in node:
        unit += f" (planar: {node['planar_unit']})"
    if "relative_unit" in node:
        unit += " (relative: share)"
    return unit


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def default(node, needed):
    if needed:
        return "**needed**"
    # The defaults of a table are those of its keys.
    target = DEFS[name_of(node["$ref"])] if "$ref" in node else {}
    if "properties" in target and not target.get("required"):
        return "that of each key"
    return f"`{written(node['default'])}`" if "default" in node else "none"


def keys(definition, page):
    """The table of the keys of a definition."""
    rows = ["| key | default | unit | what may stand there | meaning |", "|---|---|---|---|---|"]
    needed = definition.get("required", [])
    for key, node in definition["properties"].items():
        says = node.get("description") or DEFS.get(name_of(node["$ref"]), {}).get("description", "") if "$ref" in node else node.get("description", "")
        columns = [f"`{key}`", default(node, key in needed), unit(node), kind(node, page), says]
        rows.append("| " + " | ".join(cell(column) for column in columns) + " |")
    return "\n".join(rows)


def section(name, page, level="##"):
    definition = SCHEMA if name == "" else DEFS[name]
    text = [f"{level} {heading(name)}"]
    if definition.get("description") and name:
        text.append(" ".join(definition["description"].split()))
    if definition.get("properties"):
        text.append(keys(definition, page))
    else:
        forms = definition.get("oneOf") or definition.get("anyOf")
        if forms:
            rows = ["| one of | meaning |", "|---|---|"]
            for form in forms:
                if form.get("properties") and len(form["properties"]) == 1:
                    (word, inner), = form["properties"].items()
                    shown = f"`{{ {word} = ... }}`: " + joined([kind(inner, page)])
                else:
                    shown = kind(form, page)
                means = form.get("description") or MEANS.get((name, shown), "")
                if form.get("unit"):
                    shown += f", {form['unit']}"
                if shown:
                    rows.append(f"| {cell(shown)} | {cell(means)} |")
            if definition.get("quantity_key"):
                rows.append(f"| text with a unit | the same as `{{ {definition['quantity_key']} = ... }}` |")
            text.append("\n".join(rows))
        elif "enum" in definition:
            text.append(kind(definition, page) + ".")
        else:
            text.append("[How they are written](../scene-language.md#parameters-expressions-repeats)." if name == "Expression"
                        else "[The units](../scene-language.md#units).")
    return "\n\n".join(text)


def shapes(page):
    text = [f"## Shape\n\n" + " ".join(f"[`{word}`](#{anchor(word)})" for word in SHAPES)]
    for word, (says, node) in SHAPES.items():
        part = [f"### {word}", " ".join(says.split())]
        if "$ref" in node:
            definition = DEFS[name_of(node["$ref"])]
            if definition.get("properties"):
                part.append(keys(definition, page))
        else:
            part.append(f"`{word} = ...`: {kind(node, page)}.")
        text.append("\n\n".join(part))
    named = {name_of(node["$ref"]) for _, node in SHAPES.values() if "$ref" in node}
    text += [section(name, page, "###") for name in ON_SHAPES if name not in named]
    return "\n\n".join(text)


def page(file, title, says, names):
    text = [f"# {title}", "<!-- Generated by docs/site/reference.py from `tangency schema`: do not edit. -->", says]
    if file == "README":
        text.append("This is made from the types that read a scene, with every default. [The scene language](../scene-language.md) explains it.")
        text.append("\n".join(f"- [{t}]({f}.md): {s}" for f, t, s, _ in PAGES[1:]))
    text += [shapes(file) if name == "Shape" else section(name, file) for name in names]
    return "\n\n".join(text) + "\n"


def main():
    left = sorted(set(DEFS) - set(PAGE_OF))
    if left:
        sys.exit(f"docs/site/reference.py has no page for {', '.join(left)}")
    pages = {OUT / f"{file}.md": page(file, title, says, names) for file, title, says, names in PAGES}
    if "--check" in sys.argv:
        there = {path: path.read_text() for path in OUT.glob("*.md")}
        if there != pages:
            others = sorted(path.name for path in {*there, *pages} if there.get(path) != pages.get(path))
            sys.exit(f"docs/reference is not what the schema gives ({', '.join(others)}); run\n"
                     "    target/release/tangency schema | python3 docs/site/reference.py")
        return
    OUT.mkdir(exist_ok=True)
    for path in set(OUT.glob("*.md")) - set(pages):
        path.unlink()
    for path, text in pages.items():
        path.write_text(text)


main()
