// SPDX-License-Identifier: Apache-2.0
/** Passes on portable and on machine code. */
@Incubating
package io.lockstep.lower.pass;

import io.lockstep.spi.Incubating;
