"""Networks in XML: OpenStreetMap and GraphML."""
