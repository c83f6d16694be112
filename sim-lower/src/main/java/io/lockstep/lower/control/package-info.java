// SPDX-License-Identifier: Apache-2.0
/** Order of blocks, targets of branches, points where lanes meet again, sides without a branch. */
@Incubating
package io.lockstep.lower.control;

import io.lockstep.spi.Incubating;
