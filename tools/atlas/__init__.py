"""How the map of Europe was made from public-domain geography; not used for drawing.

``python -m tools.atlas countries-50m.json`` rewrites ``renderer/rattus/europe.json``. The input is a TopoJSON file of
Natural Earth's countries (public domain), such as the one in world-atlas 2.
"""
