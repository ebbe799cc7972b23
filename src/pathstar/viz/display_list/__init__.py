"""The parts of a picture, before they are written as SVG, drawn by Pillow or printed in a terminal."""
