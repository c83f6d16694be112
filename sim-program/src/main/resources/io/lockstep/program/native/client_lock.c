/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the client and the lock that protects it, also across fork. */
#define _GNU_SOURCE
#include "client_private.h"

#include <pthread.h>
#include <unistd.h>

struct ls_client ls_client = {.state = UNCONNECTED, .descriptor = -1};

static pthread_mutex_t mutex;
static pthread_once_t once = PTHREAD_ONCE_INIT;

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
  if (ls_client.state == CONNECTED) {
    close(ls_client.descriptor);
    ls_client.state = FORKED;
    ls_client.unsent = 0;
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
