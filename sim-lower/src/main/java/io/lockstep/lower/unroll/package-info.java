// SPDX-License-Identifier: Apache-2.0
/** Loops whose body is repeated, and recorded paths through them. */
@Incubating
package io.lockstep.lower.unroll;

import io.lockstep.spi.Incubating;
