// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.testsupport.LongKernels;

class LongKernelsTest extends LongKernels {
  LongKernelsTest() {
    super(Catalogue.device("hd6970"));
  }
}
