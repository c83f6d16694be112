/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asks Lockstep for a driver when a process opens it, for programs that do not say which they need,
 * such as scripts. The dynamic loader calls la_objsearch for each file that it is about to open
 * (rtld-audit(7)). A driver that is not there yet is a link to nothing in the folder of the socket.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "protocol.h"

#define EXPORT __attribute__((visibility("default")))

static int receive(int file, void *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t n = read(file, (char *)to + done, bytes - done);
    if (n <= 0) {
      return 0;
    }
    done += (size_t)n;
  }
  return 1;
}

/* Waits until the driver of a name is there, or cannot be made, which Lockstep has said. */
static void ask(const char *socket_name, const char *driver) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, socket_name, sizeof address.sun_path - 1);
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct {
    uint32_t bytes;
    uint16_t operation, zero;
    uint32_t length;
    char text[64];
  } message = {.operation = LS_DRIVER};
  message.length = (uint32_t)strlen(driver);
  message.bytes = 4 + message.length;
  if (file >= 0 && message.length <= sizeof message.text &&
      connect(file, (struct sockaddr *)&address, sizeof address) == 0) {
    memcpy(message.text, driver, message.length);
    char reply[8];
    if (write(file, &message, 8 + message.bytes) == (ssize_t)(8 + message.bytes)) {
      receive(file, reply, sizeof reply);
    }
  }
  if (file >= 0) {
    close(file);
  }
}

EXPORT unsigned la_version(unsigned version) {
  return version < LAV_CURRENT ? version : LAV_CURRENT;
}

EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag) {
  (void)cookie;
  (void)flag;
  const char *socket_name = getenv("LOCKSTEP_SOCKET");
  const char *end = socket_name == NULL ? NULL : strrchr(socket_name, '/');
  if (end != NULL) {
    size_t folder = (size_t)(end + 1 - socket_name);
    struct stat status;
    if (strncmp(name, socket_name, folder) == 0 && lstat(name, &status) == 0 &&
        S_ISLNK(status.st_mode) && stat(name, &status) != 0) {
      ask(socket_name, name + folder);
    }
  }
  return (char *)name;
}
