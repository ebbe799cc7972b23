"""What a picture consists of, before it is written as SVG, drawn by Pillow or printed in a terminal."""
