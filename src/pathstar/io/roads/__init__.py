"""Networks in XML: OpenStreetMap and GraphML."""

OSM_SUFFIX = ".osm"
XML_SUFFIXES = (".graphml", OSM_SUFFIX)
