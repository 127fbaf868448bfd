"""How the map of Europe was made from public-domain geography; not used while drawing.

``python -m tools.atlas countries-50m.json`` writes ``renderer/rattus/europe.json`` anew. The input is a TopoJSON file
of Natural Earth's countries (public domain), such as world-atlas 2 has it.
"""
