/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define HEAD 8
#define FLUSH_AT 65536

enum state { UNCONNECTED, CONNECTED, LOST, FORKED };

static pthread_mutex_t mutex;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum state state = UNCONNECTED;
static int descriptor = -1;
static uint8_t *stage; /* NULL if there is none */
static unsigned half;  /* the half to use next */
static unsigned owed;  /* replies to LS_ACK that were not read yet */
static int failure;    /* status that stays */
static char *failure_text;
static char *properties;
static uint8_t out[HEAD + LS_MESSAGE_BYTES + FLUSH_AT];
static size_t out_used;
static uint8_t *in; /* payload of the last reply */
static size_t in_bytes, in_room;
static __thread char *message;

static void prepare(void) { pthread_mutex_lock(&mutex); }
static void parent(void) { pthread_mutex_unlock(&mutex); }

static void new_mutex(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

/* The connection is the parent's: the child must neither write to it nor end it. */
static void child(void) {
  new_mutex();
  if (state == CONNECTED) {
    close(descriptor);
    state = FORKED;
    out_used = 0;
  }
}

static void initialize(void) {
  new_mutex();
  pthread_atfork(prepare, parent, child);
}

void ls_lock(void) {
  pthread_once(&once, initialize);
  pthread_mutex_lock(&mutex);
}

void ls_unlock(void) { pthread_mutex_unlock(&mutex); }

const char *ls_message(void) { return message == NULL ? "" : message; }

static void set_message(const void *text, size_t bytes) {
  free(message);
  message = malloc(bytes + 1);
  if (message != NULL) {
    memcpy(message, text, bytes);
    message[bytes] = 0;
  }
}

static void say(const char *format, va_list values) {
  char line[1024];
  vsnprintf(line, sizeof line, format, values);
  fprintf(stderr, "lockstep: %s\n", line);
}

void ls_say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  say(format, values);
  va_end(values);
}

static int fail(int status, const char *text) {
  if (failure == LS_OK) {
    failure = status;
    failure_text = strdup(text);
    if (status == LS_LOST) {
      ls_say("%s", text);
    }
  }
  set_message(text, strlen(text));
  return status;
}

static int lose(const char *text) {
  if (state == CONNECTED) {
    close(descriptor);
    state = LOST;
  }
  return fail(LS_LOST, text);
}

static int send_all(const uint8_t *data, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = send(descriptor, data, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return lose("Lockstep has ended; the program has no device any more");
    }
    data += n;
    bytes -= (size_t)n;
  }
  return LS_OK;
}

static int receive_all(uint8_t *data, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = recv(descriptor, data, bytes, 0);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return lose("Lockstep has ended; the program has no device any more");
    }
    data += n;
    bytes -= (size_t)n;
  }
  return LS_OK;
}

static int flush(void) {
  size_t bytes = out_used;
  out_used = 0;
  return bytes == 0 ? LS_OK : send_all(out, bytes);
}

static void put_u32(uint8_t **at, uint32_t value) {
  memcpy(*at, &value, 4);
  *at += 4;
}

static void put_u64(uint8_t **at, uint64_t value) {
  memcpy(*at, &value, 8);
  *at += 8;
}

static void put_bytes(uint8_t **at, const void *data, size_t bytes) {
  if (bytes > 0) {
    memcpy(*at, data, bytes);
    *at += bytes;
  }
}

static void put_text(uint8_t **at, const char *text) {
  size_t bytes = strlen(text);
  put_u32(at, (uint32_t)bytes);
  put_bytes(at, text, bytes);
}

/* Starts a message: returns where its payload goes, or NULL. */
static uint8_t *begin(unsigned operation, size_t bytes) {
  if (state != CONNECTED || failure != LS_OK) {
    if (state == FORKED) {
      fail(LS_LOST, "a process that was forked after its parent had used the device cannot use it");
    } else if (failure != LS_OK) {
      set_message(failure_text, strlen(failure_text));
    } else {
      fail(LS_LOST, "not connected");
    }
    return NULL;
  }
  if (bytes > LS_MESSAGE_BYTES) {
    fail(LS_REFUSED, "a message is too long");
    return NULL;
  }
  if (out_used >= FLUSH_AT && flush() != LS_OK) {
    return NULL;
  }
  uint8_t *at = out + out_used;
  put_u32(&at, (uint32_t)bytes);
  put_u32(&at, operation);
  out_used += HEAD + bytes;
  return at;
}

static int failed(void) { return failure != LS_OK ? failure : LS_LOST; }

static int receive_one(void) {
  uint32_t head[2];
  int lost = receive_all((uint8_t *)head, sizeof head);
  if (lost != LS_OK) {
    return lost;
  }
  if (head[0] > LS_MESSAGE_BYTES) {
    return lose("a reply of Lockstep is too long");
  }
  if (head[0] + 1 > in_room) {
    in_room = head[0] + 1;
    in = realloc(in, in_room);
    if (in == NULL) {
      in_room = 0;
      return lose("no memory for a reply of Lockstep");
    }
  }
  in_bytes = head[0];
  lost = receive_all(in, in_bytes);
  if (lost != LS_OK) {
    return lost;
  }
  in[in_bytes] = 0;
  int status = (int)head[1];
  if (status == LS_FAULT) {
    return fail(LS_FAULT, (const char *)in);
  }
  if (status != LS_OK) {
    set_message(in, in_bytes);
  }
  return status;
}

/* Reads replies to LS_ACK until at most some are missing. */
static int drain(unsigned most) {
  while (owed > most) {
    owed--;
    int status = receive_one();
    if (status != LS_OK) {
      return status;
    }
  }
  return LS_OK;
}

/* Sends everything and reads the reply of the last message into in. */
static int reply(void) {
  int status = flush();
  if (status == LS_OK) {
    status = drain(0);
  }
  return status == LS_OK ? receive_one() : status;
}

/* Reading a reply. A short one reads as zeros; Lockstep is of the same build. */
struct cursor {
  const uint8_t *at, *end;
};

static uint32_t get_u32(struct cursor *c) {
  uint32_t value = 0;
  if (c->end - c->at >= 4) {
    memcpy(&value, c->at, 4);
    c->at += 4;
  } else {
    c->at = c->end;
  }
  return value;
}

static uint64_t get_u64(struct cursor *c) {
  uint64_t low = get_u32(c);
  return low | (uint64_t)get_u32(c) << 32;
}

static char *get_text(struct cursor *c) {
  size_t bytes = get_u32(c);
  if (bytes > (size_t)(c->end - c->at)) {
    bytes = (size_t)(c->end - c->at);
  }
  char *text = malloc(bytes + 1);
  if (text == NULL) {
    abort();
  }
  memcpy(text, c->at, bytes);
  text[bytes] = 0;
  c->at += bytes;
  return text;
}

static struct cursor cursor(void) { return (struct cursor){in, in + in_bytes}; }

static int open_socket(void) {
  const char *path = getenv("LOCKSTEP_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path == NULL) {
    return fail(LS_LOST,
                "the driver is not started by Lockstep (LOCKSTEP_SOCKET is not set); start the"
                " program with: lockstep run -- PROGRAM");
  }
  if (strlen(path) >= sizeof address.sun_path) {
    return fail(LS_LOST, "LOCKSTEP_SOCKET is too long");
  }
  strcpy(address.sun_path, path);
  descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    if (descriptor >= 0) {
      close(descriptor);
    }
    return fail(LS_LOST, "no connection to Lockstep, which has ended");
  }
  state = CONNECTED;
  return LS_OK;
}

/* Maps the stage; its name is removed, so that nothing is left if a process is killed. */
static void map_stage(const char *path, uint64_t bytes) {
  int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 || bytes < 2 * LS_HALF_BYTES) {
    return;
  }
  void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  unlink(path);
  stage = mapped == MAP_FAILED ? NULL : mapped;
}

static int hello(uint32_t api) {
  char program[512], folder[4096];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  program[n < 0 ? 0 : n] = 0;
  if (getcwd(folder, sizeof folder) == NULL) {
    folder[0] = 0;
  }
  uint8_t *at = begin(LS_HELLO, 20 + strlen(program) + strlen(folder));
  if (at == NULL) {
    return failed();
  }
  put_u32(&at, LS_VERSION);
  put_u32(&at, api);
  put_u32(&at, (uint32_t)getpid());
  put_text(&at, program);
  put_text(&at, folder);
  int status = reply();
  if (status != LS_OK) {
    return status == LS_LOST ? status : lose(ls_message());
  }
  struct cursor c = cursor();
  uint64_t bytes = get_u64(&c);
  char *path = get_text(&c);
  properties = get_text(&c);
  map_stage(path, bytes);
  free(path);
  return LS_OK;
}

int ls_connect(uint32_t api) {
  int status = LS_OK;
  ls_lock();
  if (state == UNCONNECTED && failure == LS_OK) {
    status = open_socket();
    if (status == LS_OK) {
      status = hello(api);
    }
  } else if (state != CONNECTED) {
    status = begin(LS_ACK, 0) == NULL ? LS_LOST : LS_OK;
  }
  ls_unlock();
  return status;
}

/* At the end of the process, after the program's own functions registered with atexit. */
__attribute__((destructor)) static void end(void) {
  ls_lock();
  if (state == CONNECTED) {
    if (failure == LS_OK) {
      ls_sync();
    }
    if (state == CONNECTED && failure == LS_OK && begin(LS_EXIT, 0) != NULL) {
      flush();
    }
  }
  ls_unlock();
}

void ls_note(const char *format, ...) {
  static char *said[64];
  static unsigned count;
  char line[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(line, sizeof line, format, values);
  va_end(values);
  ls_lock();
  int known = 0;
  for (unsigned i = 0; i < count && !known; i++) {
    known = strcmp(said[i], line) == 0;
  }
  if (!known && count < 64) {
    said[count++] = strdup(line);
    ls_say("%s", line);
    if (state == CONNECTED && failure == LS_OK) {
      uint8_t *at = begin(LS_NOTE, 4 + strlen(line));
      if (at != NULL) {
        put_text(&at, line);
      }
    }
  }
  ls_unlock();
}

const char *ls_property(const char *key, const char *otherwise) {
  static __thread char value[4][1024]; /* of the last four calls */
  static __thread unsigned next;
  const char *found = otherwise;
  size_t length = strlen(key);
  ls_lock();
  for (const char *line = properties; line != NULL && *line != 0;) {
    const char *stop = strchrnul(line, '\n');
    if (strncmp(line, key, length) == 0 && line[length] == '=') {
      size_t bytes = (size_t)(stop - line) - length - 1;
      char *into = value[next++ % 4];
      bytes = bytes < 1023 ? bytes : 1023;
      memcpy(into, line + length + 1, bytes);
      into[bytes] = 0;
      found = into;
      break;
    }
    line = *stop == 0 ? stop : stop + 1;
  }
  ls_unlock();
  return found;
}

uint64_t ls_number(const char *key, uint64_t otherwise) {
  const char *text = ls_property(key, NULL);
  return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

int ls_allocate(uint64_t bytes, uint32_t flags, uint64_t wanted, const char *name,
                uint64_t *address) {
  int status;
  ls_lock();
  uint8_t *at = begin(LS_ALLOCATE, 24 + strlen(name));
  if (at == NULL) {
    status = failed();
  } else {
    put_u64(&at, bytes);
    put_u32(&at, flags);
    put_u64(&at, wanted);
    put_text(&at, name);
    status = reply();
    if (status == LS_OK) {
      struct cursor c = cursor();
      *address = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_free(uint64_t address) {
  int status = LS_OK;
  ls_lock();
  uint8_t *at = begin(LS_FREE, 8);
  if (at == NULL) {
    status = failed();
  } else {
    put_u64(&at, address);
  }
  ls_unlock();
  return status;
}

/* Writes at most a half of the stage, or an inline message. */
static int write_part(uint64_t address, const void *data, uint64_t bytes, uint32_t stream,
                      uint32_t flags) {
  int inside = stage != NULL && bytes > LS_INLINE_BYTES;
  uint64_t offset = (uint64_t)half * LS_HALF_BYTES;
  if (inside) {
    /* The half was used two acknowledgements ago. */
    int status = owed > 1 ? flush() : LS_OK;
    if (status == LS_OK) {
      status = drain(1);
    }
    if (status != LS_OK) {
      return status;
    }
    memcpy(stage + offset, data, bytes);
  }
  uint8_t *at = begin(LS_WRITE, 32 + (inside ? 0 : bytes));
  if (at == NULL) {
    return failed();
  }
  put_u64(&at, address);
  put_u64(&at, bytes);
  put_u32(&at, stream);
  put_u32(&at, flags);
  put_u64(&at, inside ? offset : UINT64_MAX);
  if (!inside) {
    put_bytes(&at, data, bytes);
    return LS_OK;
  }
  half ^= 1;
  if (begin(LS_ACK, 0) == NULL) {
    return failed();
  }
  owed++;
  return flush(); /* the server works while the next part is copied */
}

static uint64_t part_bytes(uint64_t left) {
  uint64_t most = stage == NULL ? LS_MESSAGE_BYTES / 2 : LS_HALF_BYTES;
  return left < most ? left : most;
}

int ls_write(uint64_t address, const void *data, uint64_t bytes, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  for (uint64_t done = 0, n; done < bytes && status == LS_OK; done += n) {
    n = part_bytes(bytes - done);
    uint32_t more = done + n < bytes ? LS_MORE : 0;
    status = write_part(address + done, (const char *)data + done, n, stream, flags | more);
  }
  ls_unlock();
  return status;
}

static int ask_part(uint64_t address, uint64_t bytes, uint32_t stream, uint32_t flags,
                    uint64_t offset) {
  uint8_t *at = begin(LS_READ, 32);
  if (at == NULL) {
    return failed();
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
      uint64_t n = part_bytes(bytes - asked);
      uint32_t more = asked + n < bytes ? LS_MORE : 0;
      status = ask_part(address + asked, n, stream, flags | more, asked % (2 * LS_HALF_BYTES));
      asked += n;
    }
    if (status == LS_OK) {
      status = reply();
    }
    if (status == LS_OK) {
      uint64_t n = part_bytes(bytes - done);
      memcpy(data + done, stage + done % (2 * LS_HALF_BYTES), n);
      done += n;
    }
  }
  return status;
}

int ls_read(uint64_t address, void *data, uint64_t bytes, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  if (stage != NULL && bytes > LS_INLINE_BYTES) {
    status = read_staged(address, data, bytes, stream, flags);
  } else {
    for (uint64_t done = 0, n; done < bytes && status == LS_OK; done += n) {
      n = part_bytes(bytes - done);
      uint32_t more = done + n < bytes ? LS_MORE : 0;
      status = ask_part(address + done, n, stream, flags | more, UINT64_MAX);
      if (status == LS_OK) {
        status = reply();
      }
      if (status == LS_OK && in_bytes != n) {
        status = lose("a reply of Lockstep has the wrong length");
      }
      if (status == LS_OK) {
        memcpy((char *)data + done, in, n);
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
  uint8_t *at = begin(LS_FILL, 28 + (size_t)n);
  if (at == NULL) {
    status = failed();
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
  int status = LS_OK;
  ls_lock();
  uint8_t *at = begin(LS_COPY, 32);
  if (at == NULL) {
    status = failed();
  } else {
    put_u64(&at, to);
    put_u64(&at, from);
    put_u64(&at, bytes);
    put_u32(&at, stream);
    put_u32(&at, flags);
  }
  ls_unlock();
  return status;
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

int ls_write_box(uint64_t to, struct ls_pitch to_pitch, const void *from, struct ls_pitch from_pitch,
                 struct ls_box box, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  if (is_empty(box)) {
    return LS_OK;
  }
  if (is_flat(box, to_pitch) && is_flat(box, from_pitch)) {
    return ls_write(to, from, box.bytes * box.rows * box.slices, stream, flags);
  }
  ls_lock();
  for (uint64_t s = 0; s < box.slices; s++) {
    for (uint64_t r = 0; r < box.rows && status == LS_OK; r++) {
      status = ls_write(to + s * to_pitch.slice + r * to_pitch.row,
                        (const char *)from + s * from_pitch.slice + r * from_pitch.row, box.bytes,
                        stream, flags | more(box, r, s));
    }
  }
  ls_unlock();
  return status;
}

int ls_read_box(uint64_t from, struct ls_pitch from_pitch, void *to, struct ls_pitch to_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  if (is_empty(box)) {
    return LS_OK;
  }
  if (is_flat(box, to_pitch) && is_flat(box, from_pitch)) {
    return ls_read(from, to, box.bytes * box.rows * box.slices, stream, flags);
  }
  ls_lock();
  for (uint64_t s = 0; s < box.slices; s++) {
    for (uint64_t r = 0; r < box.rows && status == LS_OK; r++) {
      status = ls_read(from + s * from_pitch.slice + r * from_pitch.row,
                       (char *)to + s * to_pitch.slice + r * to_pitch.row, box.bytes, stream,
                       flags | more(box, r, s));
    }
  }
  ls_unlock();
  return status;
}

int ls_copy_box(uint64_t to, struct ls_pitch to_pitch, uint64_t from, struct ls_pitch from_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  if (is_empty(box)) {
    return LS_OK;
  }
  if (is_flat(box, to_pitch) && is_flat(box, from_pitch)) {
    return ls_copy(to, from, box.bytes * box.rows * box.slices, stream, flags);
  }
  ls_lock();
  for (uint64_t s = 0; s < box.slices; s++) {
    for (uint64_t r = 0; r < box.rows && status == LS_OK; r++) {
      status = ls_copy(to + s * to_pitch.slice + r * to_pitch.row,
                       from + s * from_pitch.slice + r * from_pitch.row, box.bytes, stream,
                       flags | more(box, r, s));
    }
  }
  ls_unlock();
  return status;
}

static void get_parameter(struct cursor *c, struct ls_parameter *p) {
  p->kind = get_u32(c);
  p->bytes = get_u32(c);
  p->offset = get_u32(c);
  p->space = get_u32(c);
  p->access = get_u32(c);
  p->qualifier = get_u32(c);
  p->type = get_text(c);
  p->name = get_text(c);
}

static void *get_array(struct cursor *c, uint32_t *count, size_t bytes) {
  *count = get_u32(c);
  if (*count > (size_t)(c->end - c->at)) {
    *count = 0;
  }
  void *array = calloc(*count + 1u, bytes);
  if (array == NULL) {
    abort();
  }
  return array;
}

static void get_kernel(struct cursor *c, struct ls_kernel *k) {
  k->name = get_text(c);
  k->parameters = get_array(c, &k->count, sizeof *k->parameters);
  for (uint32_t i = 0; i < k->count; i++) {
    get_parameter(c, &k->parameters[i]);
  }
  for (int d = 0; d < 3; d++) {
    k->required[d] = get_u32(c);
  }
  for (int d = 0; d < 3; d++) {
    k->hint[d] = get_u32(c);
  }
  k->most_items = get_u32(c);
  k->local_bytes = get_u32(c);
  k->private_bytes = get_u32(c);
  k->registers = get_u32(c);
  k->width = get_u32(c);
  k->attributes = get_text(c);
  k->refusal = get_text(c);
}

static struct ls_program *get_program(void) {
  struct cursor c = cursor();
  struct ls_program *p = calloc(1, sizeof *p);
  if (p == NULL) {
    abort();
  }
  p->number = get_u32(&c);
  p->log = get_text(&c);
  p->kernels = get_array(&c, &p->kernel_count, sizeof *p->kernels);
  for (uint32_t i = 0; i < p->kernel_count; i++) {
    get_kernel(&c, &p->kernels[i]);
  }
  p->variables = get_array(&c, &p->variable_count, sizeof *p->variables);
  for (uint32_t i = 0; i < p->variable_count; i++) {
    p->variables[i].name = get_text(&c);
    p->variables[i].bytes = get_u64(&c);
    p->variables[i].address = get_u64(&c);
    p->variables[i].constant = get_u32(&c);
  }
  return p;
}

int ls_build(uint32_t language, const char *options, const void *source, uint64_t bytes,
             struct ls_program **program) {
  int status;
  const char *extension = language == LS_PTX ? "ptx" : "cl";
  size_t rest = 20 + strlen(extension) + strlen(options);
  ls_lock();
  int inside = bytes > LS_MESSAGE_BYTES / 2 || rest > LS_MESSAGE_BYTES / 2;
  if (inside && (stage == NULL || bytes > 2 * LS_HALF_BYTES || rest > LS_MESSAGE_BYTES / 2)) {
    status = LS_REFUSED;
    set_message("a source of more than 16 MiB", strlen("a source of more than 16 MiB"));
  } else {
    status = inside ? flush() : LS_OK;
    if (status == LS_OK && inside) {
      status = drain(0); /* both halves are free */
    }
    if (status == LS_OK && inside) {
      memcpy(stage, source, bytes);
    }
    uint8_t *at =
        status == LS_OK ? begin(LS_BUILD, rest + (inside ? 0 : bytes)) : NULL;
    if (at == NULL) {
      status = failed();
    } else {
      put_text(&at, extension);
      put_text(&at, options);
      put_u64(&at, inside ? 0 : UINT64_MAX);
      put_u32(&at, (uint32_t)bytes);
      if (!inside) {
        put_bytes(&at, source, bytes);
      }
      status = reply();
      if (status == LS_OK) {
        *program = get_program();
      }
    }
  }
  ls_unlock();
  return status;
}

void ls_program_free(struct ls_program *program) {
  if (program == NULL) {
    return;
  }
  for (uint32_t i = 0; i < program->kernel_count; i++) {
    struct ls_kernel *k = &program->kernels[i];
    for (uint32_t j = 0; j < k->count; j++) {
      free(k->parameters[j].type);
      free(k->parameters[j].name);
    }
    free(k->parameters);
    free(k->name);
    free(k->attributes);
    free(k->refusal);
  }
  for (uint32_t i = 0; i < program->variable_count; i++) {
    free(program->variables[i].name);
  }
  free(program->kernels);
  free(program->variables);
  free(program->log);
  free(program);
}

int ls_launch(const struct ls_launch *l) {
  int status = LS_OK;
  size_t bytes = 8 + 24 + 12 + 24 + 12 + 20;
  for (uint32_t i = 0; i < l->count; i++) {
    bytes += 8 + (size_t)l->arguments[i].bytes;
  }
  ls_lock();
  uint8_t *at = begin(LS_LAUNCH, bytes);
  if (at == NULL) {
    status = failed();
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
  uint8_t *at = begin(LS_TEXTURE, 40);
  if (at == NULL) {
    status = failed();
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
    status = reply();
    if (status == LS_OK) {
      struct cursor c = cursor();
      *handle = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_stream(uint32_t stream, uint32_t flags) {
  int status = LS_OK;
  ls_lock();
  uint8_t *at = begin(LS_STREAM, 8);
  if (at == NULL) {
    status = failed();
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
  uint8_t *at = begin(LS_EVENT, 12);
  if (at == NULL) {
    status = failed();
  } else {
    put_u32(&at, what);
    put_u32(&at, stream);
    put_u32(&at, event);
  }
  ls_unlock();
  return status;
}

int ls_clock(uint32_t event, uint64_t *nanoseconds) {
  int status;
  ls_lock();
  uint8_t *at = begin(LS_CLOCK, 4);
  if (at == NULL) {
    status = failed();
  } else {
    put_u32(&at, event);
    status = reply();
    if (status == LS_OK) {
      struct cursor c = cursor();
      *nanoseconds = get_u64(&c);
    }
  }
  ls_unlock();
  return status;
}

int ls_flush(void) {
  ls_lock();
  int status = state == CONNECTED && failure == LS_OK ? flush() : failed();
  ls_unlock();
  return status;
}

int ls_sync(void) {
  int status;
  ls_lock();
  if (begin(LS_SYNC, 0) == NULL) {
    status = failed();
  } else {
    status = reply();
    if (status == LS_OK && in_bytes > 0) {
      fwrite(in, 1, in_bytes, stdout);
    }
  }
  ls_unlock();
  return status;
}
