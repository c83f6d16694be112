// SPDX-License-Identifier: Apache-2.0
/** Effects of single changes of a device on the time, with explanations. */
package io.lockstep.explain.whatif;
