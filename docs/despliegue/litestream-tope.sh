#!/bin/sh
# sh litestream-tope.sh BASE [SEGUNDOS]
# Mientras el almacenamiento no responde, Litestream 0.3.13 guarda al lado de la base todo lo que se escribe. Cuando eso ocupa
# más que lo que queda libre en el disco, se descarta: sin el archivo `generation`, Litestream borra lo pendiente y, apenas
# el almacenamiento vuelve, sube la base entera y sigue desde ahí. De la base no se pierde nada.
set -u
pending_folder="$(dirname "$1")/.$(basename "$1")-litestream"

while sleep "${2:-10}"; do
  [ -e "$pending_folder/generation" ] || continue
  pending=$(du -sk "$pending_folder" 2>/dev/null | cut -f1)
  free=$(df -Pk "$pending_folder" | awk 'NR == 2 { print $4 }')
  [ "${pending:-0}" -lt "$free" ] && continue
  echo "Litestream tiene $pending KB sin enviar y quedan $free KB en el disco: empieza una copia nueva."
  rm -f "$pending_folder/generation"
done
