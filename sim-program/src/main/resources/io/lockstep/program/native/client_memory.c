/* SPDX-License-Identifier: Apache-2.0 */
#include "client_private.h"

static unsigned half; /* of the stage, the one to use next */

int ls_allocate(uint64_t bytes, uint32_t flags, uint64_t wanted, const char *name,
                uint64_t *address) {
  int status;
  ls_lock();
  uint8_t *at = ls_begin(LS_ALLOCATE, 24 + strlen(name));
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u64(&at, bytes);
    put_u32(&at, flags);
    put_u64(&at, wanted);
    put_text(&at, name);
    status = ls_reply();
    if (status == LS_OK) {
      struct ls_cursor c = ls_reader();
      *address = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_resize(uint64_t address, uint64_t bytes) {
  return ls_ask(LS_RESIZE, FIELDS(U64(address), U64(bytes)), NULL, 0);
}

int ls_free(uint64_t address) {
  return ls_post(LS_FREE, FIELDS(U64(address)));
}

int ls_stage(const void *data, uint64_t bytes, uint64_t *stage) {
  *stage = UINT64_MAX;
  if (ls_client.stage == NULL || bytes <= LS_INLINE_BYTES) {
    return LS_OK;
  }
  int status = ls_drain(1); /* the half was used two acknowledgements ago */
  if (status == LS_OK) {
    *stage = (uint64_t)half * LS_HALF_BYTES;
    memcpy(ls_client.stage + *stage, data, bytes);
    half ^= 1;
  }
  return status;
}

/* Writes at most a half of the stage, or an inline message. */
static int write_part(uint64_t address, const void *data, uint64_t bytes, uint32_t stream,
                      uint32_t flags) {
  uint64_t stage;
  int status = ls_stage(data, bytes, &stage);
  if (status != LS_OK) {
    return status;
  }
  int inside = stage != UINT64_MAX;
  uint8_t *at = ls_begin(LS_WRITE, 32 + (inside ? 0 : bytes));
  if (at == NULL) {
    return ls_failed();
  }
  put_u64(&at, address);
  put_u64(&at, bytes);
  put_u32(&at, stream);
  put_u32(&at, flags);
  put_u64(&at, stage);
  if (inside) {
    return ls_acknowledge(); /* the server works while the next part is copied */
  }
  put_bytes(&at, data, bytes);
  return LS_OK;
}

uint64_t ls_part_bytes(uint64_t left) {
  uint64_t most = ls_client.stage == NULL ? LS_MESSAGE_BYTES / 2 : LS_HALF_BYTES;
  return left < most ? left : most;
}

int ls_write(uint64_t address, const void *data, uint64_t bytes, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  for (uint64_t done = 0, n; done < bytes && status == LS_OK; done += n) {
    n = ls_part_bytes(bytes - done);
    uint32_t more = done + n < bytes ? LS_MORE : 0;
    status = write_part(address + done, (const char *)data + done, n, stream, flags | more);
  }
  ls_unlock();
  return status;
}

static int ask_part(uint64_t address, uint64_t bytes, uint32_t stream, uint32_t flags,
                    uint64_t offset) {
  uint8_t *at = ls_begin(LS_READ, 32);
  if (at == NULL) {
    return ls_failed();
  }
  put_u64(&at, address);
  put_u64(&at, bytes);
  put_u32(&at, stream);
  put_u32(&at, flags);
  put_u64(&at, offset);
  return LS_OK;
}

/* Reads through the stage: while a half is copied out, Lockstep fills the other. */
static int read_staged(uint64_t address, char *data, uint64_t bytes, uint32_t stream,
                       uint32_t flags) {
  uint64_t asked = 0, done = 0;
  int status = LS_OK;
  while (done < bytes && status == LS_OK) {
    while (asked < bytes && asked < done + 2 * (uint64_t)LS_HALF_BYTES && status == LS_OK) {
      uint64_t n = ls_part_bytes(bytes - asked);
      uint32_t more = asked + n < bytes ? LS_MORE : 0;
      status = ask_part(address + asked, n, stream, flags | more, asked % (2 * LS_HALF_BYTES));
      asked += n;
    }
    if (status == LS_OK) {
      status = ls_reply();
    }
    if (status == LS_OK) {
      uint64_t n = ls_part_bytes(bytes - done);
      memcpy(data + done, ls_client.stage + done % (2 * LS_HALF_BYTES), n);
      done += n;
    }
  }
  return status;
}

int ls_read(uint64_t address, void *data, uint64_t bytes, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  if (ls_client.stage != NULL && bytes > LS_INLINE_BYTES) {
    status = read_staged(address, data, bytes, stream, flags);
  } else {
    for (uint64_t done = 0, n; done < bytes && status == LS_OK; done += n) {
      n = ls_part_bytes(bytes - done);
      uint32_t more = done + n < bytes ? LS_MORE : 0;
      status = ask_part(address + done, n, stream, flags | more, UINT64_MAX);
      if (status == LS_OK) {
        status = ls_reply();
      }
      if (status == LS_OK && ls_client.in_bytes != n) {
        status = ls_lose("a reply of Lockstep has the wrong length");
      }
      if (status == LS_OK) {
        memcpy((char *)data + done, ls_client.in, n);
      }
    }
  }
  ls_unlock();
  return status;
}

int ls_fill(uint64_t address, uint64_t bytes, const void *pattern, uint32_t n, uint32_t stream,
            uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  uint8_t *at = ls_begin(LS_FILL, 28 + (size_t)n);
  if (at == NULL) {
    status = ls_failed();
  } else {
    put_u64(&at, address);
    put_u64(&at, bytes);
    put_u32(&at, stream);
    put_u32(&at, flags);
    put_u32(&at, n);
    put_bytes(&at, pattern, n);
  }
  ls_unlock();
  return status;
}

int ls_copy(uint64_t to, uint64_t from, uint64_t bytes, uint32_t stream, uint32_t flags) {
  return ls_post(LS_COPY, FIELDS(U64(to), U64(from), U64(bytes), U32(stream), U32(flags)));
}

int ls_is_device(const void *pointer) { return (uintptr_t)pointer >> 47 != 0; }

static int is_empty(struct ls_box box) { return box.bytes == 0 || box.rows == 0 || box.slices == 0; }

static uint32_t more(struct ls_box box, uint64_t row, uint64_t slice) {
  return row + 1 < box.rows || slice + 1 < box.slices ? LS_MORE : 0;
}

static int is_flat(struct ls_box box, struct ls_pitch pitch) {
  return (box.rows == 1 || pitch.row == box.bytes)
         && (box.slices == 1 || pitch.slice == box.bytes * box.rows);
}

enum way { TO_DEVICE, TO_HOST, WITHIN };

static int move(enum way way, uint64_t to, uint64_t from, uint64_t bytes, uint32_t stream,
                uint32_t flags) {
  switch (way) {
  case TO_DEVICE:
    return ls_write(to, (const void *)(uintptr_t)from, bytes, stream, flags);
  case TO_HOST:
    return ls_read(from, (void *)(uintptr_t)to, bytes, stream, flags);
  default:
    return ls_copy(to, from, bytes, stream, flags);
  }
}

/* Moves the rows of a box one by one, or all at once if there is nothing between them. */
static int move_box(enum way way, uint64_t to, struct ls_pitch to_pitch, uint64_t from,
                    struct ls_pitch from_pitch, struct ls_box box, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  if (is_empty(box)) {
    return LS_OK;
  }
  if (is_flat(box, to_pitch) && is_flat(box, from_pitch)) {
    return move(way, to, from, box.bytes * box.rows * box.slices, stream, flags);
  }
  ls_lock();
  for (uint64_t s = 0; s < box.slices; s++) {
    for (uint64_t r = 0; r < box.rows && status == LS_OK; r++) {
      status = move(way, to + s * to_pitch.slice + r * to_pitch.row,
                    from + s * from_pitch.slice + r * from_pitch.row, box.bytes, stream,
                    flags | more(box, r, s));
    }
  }
  ls_unlock();
  return status;
}

int ls_write_box(uint64_t to, struct ls_pitch to_pitch, const void *from, struct ls_pitch from_pitch,
                 struct ls_box box, uint32_t stream, uint32_t flags) {
  return move_box(TO_DEVICE, to, to_pitch, (uintptr_t)from, from_pitch, box, stream, flags);
}

int ls_read_box(uint64_t from, struct ls_pitch from_pitch, void *to, struct ls_pitch to_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags) {
  return move_box(TO_HOST, (uintptr_t)to, to_pitch, from, from_pitch, box, stream, flags);
}

int ls_copy_box(uint64_t to, struct ls_pitch to_pitch, uint64_t from, struct ls_pitch from_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags) {
  return move_box(WITHIN, to, to_pitch, from, from_pitch, box, stream, flags);
}
