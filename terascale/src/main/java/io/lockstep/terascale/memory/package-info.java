// SPDX-License-Identifier: Apache-2.0
/** Global memory: coalescing and texture layout. */
package io.lockstep.terascale.memory;
