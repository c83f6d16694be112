// SPDX-License-Identifier: Apache-2.0
/** The steps of printf, which format as C does. */
package io.lockstep.execute.print;
