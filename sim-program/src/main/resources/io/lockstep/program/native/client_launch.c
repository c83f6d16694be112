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
  int status;
  ls_lock();
  uint8_t *at = ls_begin(LS_TEXTURE, 40);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u64(&at, t->address);
    put_u32(&at, t->channel);
    put_u32(&at, t->channels);
    put_u32(&at, t->width);
    put_u32(&at, t->height);
    put_u32(&at, t->depth);
    put_u32(&at, t->address_mode);
    put_u32(&at, t->filter);
    put_u32(&at, t->normalized);
    status = ls_reply();
    if (status == LS_OK) {
      struct ls_cursor c = ls_reader();
      *handle = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_stream(uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  uint8_t *at = ls_begin(LS_STREAM, 8);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u32(&at, stream);
    put_u32(&at, flags);
  }
  ls_unlock();
  return status;
}

int ls_event(uint32_t what, uint32_t stream, uint32_t event) {
  int status = LS_OK;
  ls_lock();
  uint8_t *at = ls_begin(LS_EVENT, 12);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u32(&at, what);
    put_u32(&at, stream);
    put_u32(&at, event);
  }
  ls_unlock();
  return status;
}

int ls_registers(uint32_t program, uint32_t kernel, uint32_t *registers) {
  int status;
  ls_lock();
  uint8_t *at = ls_begin(LS_REGISTERS, 8);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u32(&at, program);
    put_u32(&at, kernel);
    status = ls_reply();
    if (status == LS_OK) {
      struct ls_cursor c = ls_reader();
      *registers = get_u32(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_clock(uint32_t event, uint64_t *nanoseconds) {
  int status;
  ls_lock();
  uint8_t *at = ls_begin(LS_CLOCK, 4);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u32(&at, event);
    status = ls_reply();
    if (status == LS_OK) {
      struct ls_cursor c = ls_reader();
      *nanoseconds = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}
