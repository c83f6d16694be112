// SPDX-License-Identifier: Apache-2.0
/** Instruction selection by a table: rules from portable operations to machine operations. */
@Incubating
package io.lockstep.lower.select;

import io.lockstep.spi.Incubating;
