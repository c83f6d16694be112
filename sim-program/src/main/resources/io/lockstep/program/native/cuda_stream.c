/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events and their capture. */
#include "cuda_driver.h"
#include "cudart_graph.h"
