// SPDX-License-Identifier: Apache-2.0
/** Points and requests: simulations as values. */
package io.lockstep.study.point;
