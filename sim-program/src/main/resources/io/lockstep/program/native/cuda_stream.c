/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events and their capture. */
#include "cuda_driver.h"
#include "cudart_graph.h"

/* Streams are not kept by context. */
DRIVER_ENTRY(DRIVE, cuStreamGetCtx, (Stream *stream, Context **context), (stream, context)) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(context, context_current());
}
