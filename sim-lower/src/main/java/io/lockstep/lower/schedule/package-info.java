// SPDX-License-Identifier: Apache-2.0
/** Dependence graphs of a block and the order in which its operations become ready. */
@Incubating
package io.lockstep.lower.schedule;

import io.lockstep.spi.Incubating;
