// SPDX-License-Identifier: Apache-2.0
/** Elements of buffers as raw bits: their types, and where they are read and written. */
package io.lockstep.workload.element;
