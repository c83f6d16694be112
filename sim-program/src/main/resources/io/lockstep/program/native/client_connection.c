/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "client_private.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FIRST_DESCRIPTOR 101

static char *properties;

/*
 * Moves the connection to a number that programs do not close or open by accident: 0 to 2 if their
 * standard streams were closed, or a range that they close before they start another program.
 */
static int move_up(int file) {
  int moved = fcntl(file, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  if (moved < 0) {
    return file; /* the limit of the process is lower */
  }
  close(file);
  return moved;
}

static int open_socket(void) {
  const char *path = getenv("LOCKSTEP_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path == NULL) {
    return ls_fail(LS_LOST,
                   "the driver is not started by Lockstep (LOCKSTEP_SOCKET is not set); start the"
                   " program with: lockstep run -- PROGRAM");
  }
  if (strlen(path) >= sizeof address.sun_path) {
    return ls_fail(LS_LOST, "LOCKSTEP_SOCKET is too long");
  }
  strcpy(address.sun_path, path);
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address) != 0) {
    if (file >= 0) {
      close(file);
    }
    return ls_fail(LS_LOST, "no connection to Lockstep, which has ended");
  }
  ls_client.descriptor = move_up(file);
  struct stat made;
  fstat(ls_client.descriptor, &made);
  ls_client.node = made.st_ino;
  ls_client.state = CONNECTED;
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
  ls_client.stage = mapped == MAP_FAILED ? NULL : mapped;
}

static int hello(uint32_t api) {
  char program[512], folder[4096];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  program[n < 0 ? 0 : n] = 0;
  if (getcwd(folder, sizeof folder) == NULL) {
    folder[0] = 0;
  }
  uint8_t *at = ls_begin(LS_HELLO, 20 + strlen(program) + strlen(folder));
  if (at == NULL) {
    return ls_failed();
  }
  put_u32(&at, LS_VERSION);
  put_u32(&at, api);
  put_u32(&at, (uint32_t)getpid());
  put_text(&at, program);
  put_text(&at, folder);
  int status = ls_reply();
  if (status != LS_OK) {
    return status == LS_LOST ? status : ls_lose(ls_message());
  }
  struct ls_cursor c = ls_reader();
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
  if (ls_client.state == UNCONNECTED && ls_client.failure == LS_OK) {
    status = open_socket();
    if (status == LS_OK) {
      status = hello(api);
    }
  } else if (ls_client.state != CONNECTED) {
    status = ls_begin(LS_ACK, 0) == NULL ? LS_LOST : LS_OK;
  }
  ls_unlock();
  return status;
}

/* At the end of the process, after the program's own functions registered with atexit. */
__attribute__((destructor)) static void end(void) {
  ls_lock();
  if (ls_client.state == CONNECTED) {
    if (ls_client.failure == LS_OK) {
      ls_sync();
    }
    int usable = ls_client.state == CONNECTED && ls_client.failure == LS_OK;
    if (usable && ls_begin(LS_EXIT, 0) != NULL) {
      ls_send();
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
