/* SPDX-License-Identifier: Apache-2.0 */
/* Queues: the execution of commands, now or when the events that they wait for have a status. */
#define _GNU_SOURCE
#include "opencl.h"

static cl_command_queue queues; /* all queues */
static unsigned queue_count;    /* queues at a time */
static uint32_t streams;        /* streams so far */

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_ulong *list, cl_int *error_ret) {
  cl_bitfield properties = 0;
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  NONE_IF(device != &the_device, CL_INVALID_DEVICE);
  for (const cl_ulong *p = list; p != NULL && *p != 0; p += 2) {
    if (p[0] != CL_QUEUE_PROPERTIES) {
      return fail(error_ret, p[0] == 0x1096 || p[0] == 0x1097 ? CL_INVALID_QUEUE_PROPERTIES : CL_INVALID_VALUE);
    }
    properties = p[1];
  }
  cl_int error = check_QueueProperties(properties);
  NONE_IF(error != CL_SUCCESS, error);
  cl_command_queue queue = make(QUEUE, sizeof *queue);
  retain(context);
  queue->context = context;
  queue->properties = properties;
  queue->list = copy_properties((const cl_property *)list, &queue->list_count);
  lock();
  int ordered = (properties & CL_QUEUE_OUT_OF_ORDER) == 0;
  queue->stream = streams++;
  if (queue->stream > 0 || !ordered) {
    ls_stream(queue->stream, ordered ? 0 : LS_OUT_OF_ORDER);
  }
  queue_count++;
  queue->next = queues;
  queues = queue;
  unlock();
  fail(error_ret, CL_SUCCESS);
  return queue;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_bitfield properties, cl_int *error_ret) {
  cl_ulong list[3] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, list, error_ret);
  if (queue != NULL) {
    queue->list_count = 0;
  }
  return queue;
}

void drop_queue(cl_command_queue queue) {
  if (!release(queue)) {
    return;
  }
  lock();
  for (cl_command_queue *at = &queues; *at != NULL; at = &(*at)->next) {
    if (*at == queue) {
      *at = queue->next;
      break;
    }
  }
  queue_count--;
  if (queue->stream > 0) {
    ls_stream(queue->stream, LS_STREAM_RELEASE);
  }
  unlock();
  drop_context(queue->context);
  free(queue->list);
  free(queue);
}

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_bitfield properties, cl_bool enable,
                                 cl_bitfield *before) {
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  FAIL_IF(properties & ~(cl_bitfield)(CL_QUEUE_OUT_OF_ORDER | CL_QUEUE_PROFILING),
          CL_INVALID_VALUE);
  if (before != NULL) {
    *before = queue->properties;
  }
  cl_bitfield changed = enable ? queue->properties | properties : queue->properties & ~properties;
  FAIL_IF((changed ^ queue->properties) & CL_QUEUE_OUT_OF_ORDER, CL_INVALID_QUEUE_PROPERTIES);
  queue->properties = changed;
  return CL_SUCCESS;
}

/* Fills an image row by row, a buffer at once. */
static int fill(struct command *c, uint32_t stream) {
  int status = LS_OK;
  for (uint64_t s = 0; s < c->box.slices; s++) {
    for (uint64_t r = 0; r < c->box.rows && status == LS_OK; r++) {
      int last = s + 1 == c->box.slices && r + 1 == c->box.rows;
      status = ls_fill(c->memory->address + c->from + s * c->from_pitch.slice + r * c->from_pitch.row,
                       c->box.bytes, c->pattern, c->pattern_size, stream, last ? 0 : LS_MORE);
    }
  }
  return status;
}

/* Executes a command; the lock is held. */
static int perform(struct command *c, uint32_t stream) {
  uint32_t pinned = c->memory != NULL && c->memory->flags & CL_MEM_ALLOC_HOST_PTR ? LS_PINNED : 0;
  switch (c->type) {
    case CL_COMMAND_NDRANGE_KERNEL:
    case CL_COMMAND_TASK:
      if (c->launch.dimensions == 0) {
        return LS_OK; /* no work-items */
      }
      c->launch.stream = stream;
      return ls_launch(&c->launch);
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_BUFFER_RECT:
    case CL_COMMAND_READ_IMAGE:
      return ls_read_box(c->memory->address + c->from, c->from_pitch, (char *)c->host + c->to,
                         c->to_pitch, c->box, stream, 0);
    case CL_COMMAND_WRITE_BUFFER:
    case CL_COMMAND_WRITE_BUFFER_RECT:
    case CL_COMMAND_WRITE_IMAGE:
      return ls_write_box(c->memory->address + c->to, c->to_pitch, (char *)c->host + c->from,
                          c->from_pitch, c->box, stream, 0);
    case CL_COMMAND_COPY_BUFFER:
    case CL_COMMAND_COPY_BUFFER_RECT:
    case CL_COMMAND_COPY_IMAGE:
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
      return ls_copy_box(c->other->address + c->to, c->to_pitch, c->memory->address + c->from,
                         c->from_pitch, c->box, stream, 0);
    case CL_COMMAND_FILL_BUFFER:
    case CL_COMMAND_FILL_IMAGE:
    case CL_COMMAND_SVM_MEMFILL: return fill(c, stream);
    case CL_COMMAND_MAP_BUFFER:
    case CL_COMMAND_MAP_IMAGE:
    case CL_COMMAND_SVM_MAP: return map_in(c, stream, pinned);
    case CL_COMMAND_UNMAP_MEM_OBJECT:
    case CL_COMMAND_SVM_UNMAP: return map_out(c, stream, pinned);
    case CL_COMMAND_SVM_MEMCPY: return copy_shared(c, stream);
    case CL_COMMAND_SVM_FREE: return free_shared(c->release);
    default: return LS_OK; /* markers, barriers, migrations */
  }
}

static int is_ordered(cl_command_queue queue) {
  return (queue->properties & CL_QUEUE_OUT_OF_ORDER) == 0;
}

/* Makes the trace order the next operation after an event of another queue or without an order. */
static void order_after(cl_command_queue queue, cl_event event, int all) {
  if (event->queue == NULL || (event->queue == queue && is_ordered(queue))) {
    return;
  }
  if (!event->recorded) {
    event->end = event->end != 0 ? event->end : new_number();
    event->recorded = 1;
    ls_event(LS_EVENT_RECORD, event->queue->stream, event->end);
  }
  ls_event(all || is_ordered(queue) ? LS_EVENT_WAIT : LS_EVENT_WAIT_NEXT, queue->stream, event->end);
}

static void record(cl_command_queue queue, struct command *c, cl_event event) {
  int all = c->type == CL_COMMAND_MARKER || c->type == CL_COMMAND_BARRIER || is_ordered(queue);
  if (queue_count > 1 || !is_ordered(queue)) {
    event->end = new_number();
    event->recorded = 1;
    ls_event(all ? LS_EVENT_RECORD : LS_EVENT_RECORD_LAST, queue->stream, event->end);
  } else if (queue->properties & CL_QUEUE_PROFILING) {
    event->end = new_number();
    ls_event(LS_EVENT_STAMP, queue->stream, event->end);
  }
}

/* Executes a command whose events have a status; the lock is held. */
static cl_int execute(cl_command_queue queue, struct command *c, cl_event event, cl_uint count,
                      const cl_event *waits) {
  int barrier = c->type == CL_COMMAND_BARRIER;
  for (cl_uint i = 0; i < count; i++) {
    if (waits[i]->status < 0) {
      if (event != NULL) {
        set_status(event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
      }
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    order_after(queue, waits[i], barrier);
  }
  if (barrier && !is_ordered(queue) && count == 0) {
    uint32_t number = new_number();
    ls_event(LS_EVENT_RECORD, queue->stream, number);
    ls_event(LS_EVENT_WAIT, queue->stream, number);
    ls_event(LS_EVENT_RELEASE, queue->stream, number);
  }
  if (event != NULL && queue->properties & CL_QUEUE_PROFILING) {
    event->begin = new_number();
    ls_event(LS_EVENT_STAMP, queue->stream, event->begin);
  }
  int status = perform(c, queue->stream);
  if (event != NULL) {
    record(queue, c, event);
    set_status(event, status == LS_OK ? CL_COMPLETE : error_of(status));
  }
  if (c->blocking && status == LS_OK) {
    ls_event(LS_STREAM_SYNCHRONIZE, queue->stream, 0);
  }
  return error_of(status);
}

static void free_command(struct command *c) {
  free(c->arguments);
  free(c->release);
  if (c->type == CL_COMMAND_UNMAP_MEM_OBJECT || c->type == CL_COMMAND_SVM_UNMAP) {
    free(c->mapping);
  }
}

static int has_status(cl_uint count, const cl_event *waits) {
  for (cl_uint i = 0; i < count; i++) {
    if (waits[i]->status > CL_COMPLETE) {
      return 0;
    }
  }
  return 1;
}

/* Keeps what a waiting command uses; drop reverses it. */
static void keep(struct command *c, void (*use)(cl_mem)) {
  if (c->memory != NULL) {
    use(c->memory);
  }
  if (c->other != NULL) {
    use(c->other);
  }
  for (uint32_t i = 0; c->used != NULL && i < c->launch.count; i++) {
    if (c->used[i] != NULL) {
      use(c->used[i]);
    }
  }
}

static void postpone(cl_command_queue queue, const struct command *command, cl_event event,
                     cl_uint count, const cl_event *waits) {
  struct command *c = malloc(sizeof *c);
  *c = *command;
  c->queue = queue;
  c->event = event;
  retain(queue);
  c->wait_count = count;
  c->waits = malloc((count + 1u) * sizeof *c->waits);
  for (cl_uint i = 0; i < count; i++) {
    c->waits[i] = waits[i];
    retain(waits[i]);
  }
  retain(event);
  keep(c, use_memory);
  if (c->kernel != NULL) {
    retain(c->kernel);
  }
  c->next = NULL;
  if (queue->last == NULL) {
    queue->first = c;
  } else {
    queue->last->next = c;
  }
  queue->last = c;
}

static void end_postponed(struct command *c) {
  for (cl_uint i = 0; i < c->wait_count; i++) {
    drop_event(c->waits[i]);
  }
  drop_event(c->event);
  keep(c, drop_memory);
  if (c->kernel != NULL) {
    drop_kernel(c->kernel);
  }
  cl_command_queue queue = c->queue;
  free(c->waits);
  free_command(c);
  free(c);
  drop_queue(queue);
}

/* Takes a command that can be executed out of a queue, or returns NULL. */
static struct command *take(cl_command_queue queue) {
  struct command *before = NULL;
  for (struct command *c = queue->first; c != NULL; before = c, c = c->next) {
    int barrier = c->type == CL_COMMAND_BARRIER;
    if (has_status(c->wait_count, c->waits) && !(barrier && before != NULL)) {
      if (before == NULL) {
        queue->first = c->next;
      } else {
        before->next = c->next;
      }
      queue->last = queue->last == c ? before : queue->last;
      return c;
    }
    if (is_ordered(queue) || barrier) {
      return NULL;
    }
  }
  return NULL;
}

/* Executes all waiting commands whose events have a status; the lock is held. */
void run_waiting(void) {
  for (int again = 1; again;) {
    again = 0;
    for (cl_command_queue queue = queues; queue != NULL && !again; queue = queue->next) {
      struct command *c = take(queue);
      if (c != NULL) {
        execute(queue, c, c->event, c->wait_count, c->waits);
        end_postponed(c);
        again = 1; /* the list of queues may have changed */
      }
    }
  }
}

cl_int check_waits(cl_command_queue queue, cl_uint count, const cl_event *waits) {
  FAIL_IF((count == 0) != (waits == NULL), CL_INVALID_EVENT_WAIT_LIST);
  for (cl_uint i = 0; i < count; i++) {
    FAIL_IF(!is(waits[i], EVENT), CL_INVALID_EVENT_WAIT_LIST);
    FAIL_IF(waits[i]->context != queue->context, CL_INVALID_CONTEXT);
  }
  return CL_SUCCESS;
}

/* Executes a command, or keeps it in its queue while it has to wait. Frees its arguments. */
cl_int submit(cl_command_queue queue, struct command *c, cl_uint count, const cl_event *waits,
              cl_event *event_ret) {
  cl_int error = check_waits(queue, count, waits);
  if (error != CL_SUCCESS) {
    free_command(c);
    return error;
  }
  lock();
  int waiting = queue->first != NULL || !has_status(count, waits);
  cl_event event =
      event_ret != NULL || waiting ? new_event(queue->context, queue, c->type) : NULL;
  if (waiting) {
    postpone(queue, c, event, count, waits);
    run_waiting();
    if (c->blocking) {
      while (event->status > CL_COMPLETE) {
        wait_change();
      }
    }
    error = event->status < 0 ? event->status : CL_SUCCESS;
  } else {
    error = execute(queue, c, event, count, waits);
    free_command(c);
  }
  unlock();
  if (error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && !c->blocking) {
    error = CL_SUCCESS; /* the event has the status */
  }
  if (event_ret != NULL) {
    *event_ret = event;
  } else if (event != NULL) {
    drop_event(event);
  }
  return error;
}

static cl_int finish(cl_command_queue queue) {
  lock();
  while (queue->first != NULL) {
    wait_change();
  }
  ls_event(LS_STREAM_SYNCHRONIZE, queue->stream, 0);
  cl_int error = error_of(ls_sync());
  unlock();
  return error;
}
