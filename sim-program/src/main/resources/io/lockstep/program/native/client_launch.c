/* SPDX-License-Identifier: Apache-2.0 */
#include "client_private.h"

int ls_launch(const struct ls_launch *l) {
  int status = LS_OK;
  size_t bytes = 8 + 24 + 12 + 24 + 12 + 20;
  for (uint32_t i = 0; i < l->count; i++) {
    bytes += 8 + (size_t)l->arguments[i].bytes;
  }
  ls_lock();
  uint8_t *at = ls_begin(LS_LAUNCH, bytes);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u32(&at, l->program);
    put_u32(&at, l->kernel);
    for (int d = 0; d < 3; d++) {
      put_u64(&at, l->groups[d]);
    }
    for (int d = 0; d < 3; d++) {
      put_u32(&at, l->block[d]);
    }
    for (int d = 0; d < 3; d++) {
      put_u64(&at, l->offset[d]);
    }
    for (int d = 0; d < 3; d++) {
      put_u32(&at, l->last[d]);
    }
    put_u32(&at, l->dimensions);
    put_u32(&at, l->dynamic_local);
    put_u32(&at, l->flags);
    put_u32(&at, l->stream);
    put_u32(&at, l->count);
    for (uint32_t i = 0; i < l->count; i++) {
      put_u32(&at, l->arguments[i].kind);
      put_u32(&at, l->arguments[i].bytes);
      put_bytes(&at, l->arguments[i].data, l->arguments[i].bytes);
    }
  }
  ls_unlock();
  return status;
}

int ls_texture(const struct ls_texture *t, uint64_t *handle) {
  return ls_ask(LS_TEXTURE,
                FIELDS(U64(t->address), U32(t->channel), U32(t->channels), U32(t->width),
                       U32(t->height), U32(t->depth), U32(t->address_modes[0]), U32(t->address_modes[1]),
                       U32(t->address_modes[2]), U32(t->filter), U32(t->normalized),
                       U32(t->border[0]), U32(t->border[1]), U32(t->border[2]), U32(t->border[3])),
                handle, sizeof *handle);
}

int ls_stream(uint32_t stream, uint32_t flags) {
  return ls_post(LS_STREAM, FIELDS(U32(stream), U32(flags)));
}

int ls_event(uint32_t what, uint32_t stream, uint32_t event) {
  return ls_post(LS_EVENT, FIELDS(U32(what), U32(stream), U32(event)));
}

int ls_occupancy(uint32_t program, uint32_t kernel, uint32_t items, uint32_t dynamic_local,
                 struct ls_occupancy *occupancy) {
  return ls_ask(LS_OCCUPANCY, FIELDS(U32(program), U32(kernel), U32(items), U32(dynamic_local)),
                occupancy, sizeof *occupancy);
}

int ls_clock(uint32_t event, uint64_t *nanoseconds) {
  return ls_ask(LS_CLOCK, FIELDS(U32(event)), nanoseconds, sizeof *nanoseconds);
}
