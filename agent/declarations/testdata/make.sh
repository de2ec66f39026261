#!/bin/sh
# Prints the pages of this folder with Chromium and LibreOffice. The page of GEICO is printed by
# a Go library: go test ./agent/declarations -update.
set -eu
cd "$(dirname "$0")"
chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
	--print-to-pdf=progressive.pdf progressive.html
soffice --headless --infilter="HTML (StarWriter)" --convert-to pdf:writer_pdf_Export statefarm.html
