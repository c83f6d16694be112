/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cudart_graph.h"

/* The handles that programs hold, as a set: a table with open places, twice as large as needed. */
static struct {
  const void *handle;
  char kind; /* 0: removed */
} *handles;
static size_t places, filled;

static size_t place_of(const void *handle) {
  size_t at = ((uintptr_t)handle >> 4) * 0x9E3779B97F4A7C15u & (places - 1);
  while (handles[at].handle && handles[at].handle != handle)
    at = (at + 1) & (places - 1);
  return at;
}

static void put(const void *handle, char kind) {
  size_t at = place_of(handle);
  filled += !handles[at].handle;
  handles[at].handle = handle;
  handles[at].kind = kind;
}

void handle_add(const void *handle, char kind) {
  if (2 * (filled + 1) > places) {
    __typeof(handles) old = handles;
    size_t count = places;
    places = places ? 2 * places : 256;
    handles = calloc(places, sizeof *handles);
    filled = 0;
    if (!handles)
      abort();
    for (size_t i = 0; i < count; i++)
      if (old[i].kind)
        put(old[i].handle, old[i].kind);
    free(old);
  }
  put(handle, kind);
}

int handle_is(const void *handle, char kind) {
  return handle && places && handles[place_of(handle)].kind == kind;
}

void handle_remove(const void *handle) {
  handles[place_of(handle)].kind = 0;
}
