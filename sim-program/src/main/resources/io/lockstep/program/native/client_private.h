/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the client share. Callers hold the lock of ls_lock.
 */
#ifndef LOCKSTEP_CLIENT_PRIVATE_H
#define LOCKSTEP_CLIENT_PRIVATE_H

#include <stdlib.h>
#include <string.h>

#include "client.h"

enum ls_state { UNCONNECTED, CONNECTED, LOST, FORKED };

struct ls_client {
  enum ls_state state;
  int descriptor;
  uint64_t node;     /* of the socket, which tells it from a file of the program */
  int failure;       /* status that stays */
  uint8_t *stage;    /* NULL if there is none */
  size_t unsent;     /* collected bytes of messages */
  uint8_t *in;       /* payload of the last reply */
  size_t in_bytes;
};
extern struct ls_client ls_client;

/* Sets the text of ls_message. */
void ls_set_message(const void *text, size_t bytes);

/* Record an error that stays, and return its status. ls_lose also closes the connection. */
int ls_fail(int status, const char *text);
int ls_lose(const char *text);

/* Returns the status of a message that ls_begin refused. */
int ls_failed(void);

/* Starts a message: returns where its payload goes, or NULL. */
uint8_t *ls_begin(unsigned operation, size_t bytes);

/* Sends the collected messages. */
int ls_send(void);

/* Sends everything and reads the reply of the last message. */
int ls_reply(void);

/* Asks for an acknowledgement without waiting; ls_drain waits until at most some are missing. */
int ls_acknowledge(void);
int ls_drain(unsigned most);

/*
 * Copies data of a message to the free half of the stage; the caller asks for an acknowledgement or a
 * reply behind the message. Sets "stage" to UINT64_MAX for data that belong into the message.
 */
int ls_stage(const void *data, uint64_t bytes, uint64_t *stage);

/* Returns how many of the remaining bytes the next message may have. */
uint64_t ls_part_bytes(uint64_t left);

/* Writing a payload. */
static inline void put_u32(uint8_t **at, uint32_t value) {
  memcpy(*at, &value, 4);
  *at += 4;
}

static inline void put_u64(uint8_t **at, uint64_t value) {
  memcpy(*at, &value, 8);
  *at += 8;
}

static inline void put_bytes(uint8_t **at, const void *data, size_t bytes) {
  if (bytes > 0) {
    memcpy(*at, data, bytes);
    *at += bytes;
  }
}

static inline void put_text(uint8_t **at, const char *text) {
  size_t bytes = strlen(text);
  put_u32(at, (uint32_t)bytes);
  put_bytes(at, text, bytes);
}

/* Reading a reply. A short one reads as zeros; Lockstep is of the same build. */
struct ls_cursor {
  const uint8_t *at, *end;
};

static inline uint32_t get_u32(struct ls_cursor *c) {
  uint32_t value = 0;
  if (c->end - c->at >= 4) {
    memcpy(&value, c->at, 4);
    c->at += 4;
  } else {
    c->at = c->end;
  }
  return value;
}

static inline uint64_t get_u64(struct ls_cursor *c) {
  uint64_t low = get_u32(c);
  return low | (uint64_t)get_u32(c) << 32;
}

static inline char *get_text(struct ls_cursor *c) {
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

/* Returns a cursor at the start of the last reply. */
static inline struct ls_cursor ls_reader(void) {
  return (struct ls_cursor){ls_client.in, ls_client.in + ls_client.in_bytes};
}

/* Messages of numbers alone; these functions take the lock themselves. */
struct ls_field {
  uint64_t value;
  size_t bytes; /* 4 or 8 */
};
#define U32(value) {(value), 4}
#define U64(value) {(value), 8}
#define FIELDS(...)                            \
  (const struct ls_field[]){__VA_ARGS__},      \
      sizeof((const struct ls_field[]){__VA_ARGS__}) / sizeof(struct ls_field)

/* Collects a message without a reply. */
int ls_post(unsigned operation, const struct ls_field *fields, size_t count);

/* Sends a message and reads its reply: a number of 4 or 8 bytes, or nothing if they are 0. */
int ls_ask(unsigned operation, const struct ls_field *fields, size_t count, void *result,
           size_t bytes);

#endif
