// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.testsupport.LongKernels;

class LongKernelsTest extends LongKernels {}
