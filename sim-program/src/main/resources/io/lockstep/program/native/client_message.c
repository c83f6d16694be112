/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "client_private.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD 8
#define FLUSH_AT 65536
#define POLLS 50

static unsigned owed; /* replies to LS_ACK that were not read yet */
static char *failure_text;
static uint8_t out[HEAD + LS_MESSAGE_BYTES + FLUSH_AT];
static size_t in_room;
static __thread char *message;

const char *ls_message(void) { return message == NULL ? "" : message; }

void ls_set_message(const void *text, size_t bytes) {
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

int ls_fail(int status, const char *text) {
  if (ls_client.failure == LS_OK) {
    ls_client.failure = status;
    failure_text = strdup(text);
    if (status == LS_LOST) {
      ls_say("%s", text);
    }
  }
  ls_set_message(text, strlen(text));
  return status;
}

int ls_lose(const char *text) {
  if (ls_client.state == CONNECTED) {
    close(ls_client.descriptor);
    ls_client.state = LOST;
  }
  return ls_fail(LS_LOST, text);
}

static int send_all(const uint8_t *data, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = send(ls_client.descriptor, data, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return ls_lose("Lockstep has ended; the program has no device any more");
    }
    data += n;
    bytes -= (size_t)n;
  }
  return LS_OK;
}

/* Most replies come sooner than a sleeping thread wakes up, so it polls for a moment. */
static ssize_t receive(uint8_t *data, size_t bytes) {
  for (int i = 0; i < POLLS; i++) {
    ssize_t n = recv(ls_client.descriptor, data, bytes, MSG_DONTWAIT);
    if (n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
      return n;
    }
  }
  return recv(ls_client.descriptor, data, bytes, 0);
}

static int receive_all(uint8_t *data, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = receive(data, bytes);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return ls_lose("Lockstep has ended; the program has no device any more");
    }
    data += n;
    bytes -= (size_t)n;
  }
  return LS_OK;
}

int ls_send(void) {
  size_t bytes = ls_client.unsent;
  struct stat now;
  ls_client.unsent = 0;
  if (bytes == 0) {
    return LS_OK;
  }
  if (fstat(ls_client.descriptor, &now) != 0 || !S_ISSOCK(now.st_mode)
      || now.st_ino != ls_client.node) {
    ls_client.descriptor = -1; /* the number may be a file of the program */
    return ls_lose("the program has closed the connection to Lockstep, a descriptor that it did "
                   "not open; it has no device any more");
  }
  return send_all(out, bytes);
}

uint8_t *ls_begin(unsigned operation, size_t bytes) {
  if (ls_client.state != CONNECTED || ls_client.failure != LS_OK) {
    if (ls_client.state == FORKED) {
      ls_fail(LS_LOST,
              "a process that was forked after its parent had used the device cannot use it");
    } else if (ls_client.failure != LS_OK) {
      ls_set_message(failure_text, strlen(failure_text));
    } else {
      ls_fail(LS_LOST, "not connected");
    }
    return NULL;
  }
  if (bytes > LS_MESSAGE_BYTES) {
    ls_fail(LS_REFUSED, "a message is too long");
    return NULL;
  }
  if (ls_client.unsent >= FLUSH_AT && ls_send() != LS_OK) {
    return NULL;
  }
  uint8_t *at = out + ls_client.unsent;
  put_u32(&at, (uint32_t)bytes);
  put_u32(&at, operation);
  ls_client.unsent += HEAD + bytes;
  return at;
}

int ls_failed(void) { return ls_client.failure != LS_OK ? ls_client.failure : LS_LOST; }

static int receive_one(void) {
  uint32_t head[2];
  int lost = receive_all((uint8_t *)head, sizeof head);
  if (lost != LS_OK) {
    return lost;
  }
  if (head[0] > LS_MESSAGE_BYTES) {
    return ls_lose("a reply of Lockstep is too long");
  }
  if (head[0] + 1 > in_room) {
    if (in_room != 0) {
      munmap(ls_client.in, in_room);
    }
    in_room = head[0] + 1;
    /* pages of its own: those of the heap may hold registered memory, closed to system calls */
    void *made = mmap(NULL, in_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) {
      in_room = 0;
      return ls_lose("no memory for a reply of Lockstep");
    }
    ls_client.in = made;
  }
  ls_client.in_bytes = head[0];
  lost = receive_all(ls_client.in, ls_client.in_bytes);
  if (lost != LS_OK) {
    return lost;
  }
  ls_client.in[ls_client.in_bytes] = 0;
  int status = (int)head[1];
  if (status == LS_FAULT) {
    return ls_fail(LS_FAULT, (const char *)ls_client.in);
  }
  if (status != LS_OK) {
    ls_set_message(ls_client.in, ls_client.in_bytes);
  }
  return status;
}

int ls_acknowledge(void) {
  if (ls_begin(LS_ACK, 0) == NULL) {
    return ls_failed();
  }
  owed++;
  return ls_send();
}

int ls_drain(unsigned most) {
  int sent = owed > most ? ls_send() : LS_OK;
  if (sent != LS_OK) {
    return sent;
  }
  while (owed > most) {
    owed--;
    int status = receive_one();
    if (status != LS_OK) {
      return status;
    }
  }
  return LS_OK;
}

int ls_reply(void) {
  int status = ls_send();
  if (status == LS_OK) {
    status = ls_drain(0);
  }
  return status == LS_OK ? receive_one() : status;
}

int ls_post(unsigned operation, const struct ls_field *fields, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    bytes += fields[i].bytes;
  }
  ls_lock();
  uint8_t *at = ls_begin(operation, bytes);
  for (size_t i = 0; i < count && at != NULL; i++) {
    put_bytes(&at, &fields[i].value, fields[i].bytes);
  }
  int status = at == NULL ? ls_failed() : LS_OK;
  ls_unlock();
  return status;
}

int ls_ask(unsigned operation, const struct ls_field *fields, size_t count, void *result,
           size_t bytes) {
  ls_lock();
  int status = ls_post(operation, fields, count);
  status = status == LS_OK ? ls_reply() : status;
  if (status == LS_OK && bytes > 0) {
    struct ls_cursor c = ls_reader();
    uint64_t number = get_u64(&c);
    memcpy(result, &number, bytes);
  }
  ls_unlock();
  return status;
}

int ls_flush(void) {
  ls_lock();
  int usable = ls_client.state == CONNECTED && ls_client.failure == LS_OK;
  int status = usable ? ls_send() : ls_failed();
  ls_unlock();
  return status;
}

int ls_sync(void) {
  int status, printed;
  ls_lock();
  do { /* a reply has a part of the text; the last one is empty */
    status = ls_begin(LS_SYNC, 0) == NULL ? ls_failed() : ls_reply();
    printed = status == LS_OK && ls_client.in_bytes > 0;
    if (printed) {
      fwrite(ls_client.in, 1, ls_client.in_bytes, stdout);
    }
  } while (printed);
  ls_unlock();
  return status;
}

static void note(uint32_t refusal, const char *format, va_list values) {
  static char *said[64];
  static unsigned count;
  char line[1024];
  vsnprintf(line, sizeof line, format, values);
  ls_lock();
  int known = 0;
  for (unsigned i = 0; i < count && !known; i++) {
    known = strcmp(said[i], line) == 0;
  }
  if (!known && count < 64) {
    said[count++] = strdup(line);
    ls_say("%s", line);
    if (ls_client.state == CONNECTED && ls_client.failure == LS_OK) {
      uint8_t *at = ls_begin(LS_NOTE, 8 + strlen(line));
      if (at != NULL) {
        put_text(&at, line);
        put_u32(&at, refusal);
      }
      if (refusal) {
        ls_send(); /* the program may give up by a signal */
      }
    }
  }
  ls_unlock();
}

void ls_note(const char *format, ...) {
  va_list values;
  va_start(values, format);
  note(0, format, values);
  va_end(values);
}

void ls_refuse(const char *format, ...) {
  va_list values;
  va_start(values, format);
  note(1, format, values);
  va_end(values);
}
