/* SPDX-License-Identifier: Apache-2.0 */
/* Events. */
#define _GNU_SOURCE
#include "opencl.h"

uint32_t new_number(void) {
  static uint32_t last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

cl_event new_event(cl_context context, cl_command_queue queue, cl_uint command) {
  cl_event event = make(EVENT, sizeof *event);
  retain(context);
  event->context = context;
  event->queue = queue;
  if (queue != NULL) {
    retain(queue);
  }
  event->command = command;
  event->status = queue == NULL ? CL_SUBMITTED : CL_QUEUED;
  return event;
}

void drop_event(cl_event event) {
  if (!release(event)) {
    return;
  }
  if (event->begin != 0) {
    ls_event(LS_EVENT_RELEASE, 0, event->begin);
  }
  if (event->end != 0) {
    ls_event(LS_EVENT_RELEASE, 0, event->end);
  }
  while (event->callbacks != NULL) {
    struct callback *next = event->callbacks->next;
    free(event->callbacks);
    event->callbacks = next;
  }
  if (event->queue != NULL) {
    drop_queue(event->queue);
  }
  drop_context(event->context);
  free(event);
}

typedef void event_function(cl_event, cl_int, void *);

/* Sets the status and runs the callbacks that wait for it; the lock is held by the caller. */
void set_status(cl_event event, cl_int status) {
  struct callback *due = NULL;
  event->status = status;
  for (struct callback **at = &event->callbacks; *at != NULL;) {
    struct callback *c = *at;
    if (status <= c->status) {
      *at = c->next;
      c->next = due;
      due = c;
    } else {
      at = &c->next;
    }
  }
  tell_change();
  if (due == NULL) {
    return;
  }
  retain(event);
  unlock();
  while (due != NULL) {
    struct callback *next = due->next;
    ((event_function *)due->function)(event, status < 0 ? status : due->status, due->data);
    free(due);
    due = next;
  }
  drop_event(event);
  lock();
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  FAIL_IF(!is(event, EVENT) || event->queue != NULL, CL_INVALID_EVENT);
  FAIL_IF(status > CL_COMPLETE, CL_INVALID_VALUE);
  lock();
  if (event->status <= CL_COMPLETE) {
    unlock();
    return CL_INVALID_OPERATION;
  }
  retain(event);
  set_status(event, status);
  run_waiting();
  unlock();
  drop_event(event);
  return CL_SUCCESS;
}

cl_int clSetEventCallback(cl_event event, cl_int status, void *function, void *data) {
  FAIL_IF(!is(event, EVENT), CL_INVALID_EVENT);
  FAIL_IF(function == NULL || status < CL_COMPLETE || status > CL_SUBMITTED, CL_INVALID_VALUE);
  lock();
  add_callback(&event->callbacks, function, data, status);
  if (event->status <= status) {
    set_status(event, event->status);
  }
  unlock();
  return CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events) {
  FAIL_IF(count == 0 || events == NULL, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    FAIL_IF(!is(events[i], EVENT), CL_INVALID_EVENT);
    FAIL_IF(events[i]->context != events[0]->context, CL_INVALID_CONTEXT);
  }
  cl_int error = CL_SUCCESS;
  lock();
  for (cl_uint i = 0; i < count; i++) {
    cl_event e = events[i];
    while (e->status > CL_COMPLETE) {
      wait_change();
    }
    if (e->status < 0) {
      error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    } else if (e->queue != NULL) {
      ls_event(e->recorded ? LS_EVENT_SYNCHRONIZE : LS_STREAM_SYNCHRONIZE, e->queue->stream,
               e->recorded ? e->end : 0);
    }
  }
  int status = ls_sync();
  unlock();
  return error != CL_SUCCESS ? error
         : status == LS_OK   ? CL_SUCCESS
                             : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_uint name, size_t size, void *to,
                               size_t *size_ret) {
  FAIL_IF(!is(event, EVENT), CL_INVALID_EVENT);
  FAIL_IF(event->queue == NULL || (event->queue->properties & CL_QUEUE_PROFILING) == 0
          || event->status != CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE);
  FAIL_IF(name < 0x1280 || name > 0x1284, CL_INVALID_VALUE);
  cl_ulong time = 0;
  int status = ls_clock(name >= 0x1283 ? event->end : event->begin, &time);
  return status == LS_OK ? answer(&time, sizeof time, size, to, size_ret) : error_of(status);
}
