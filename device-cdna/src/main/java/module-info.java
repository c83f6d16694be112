// SPDX-License-Identifier: Apache-2.0
/** AMD CDNA: MI100, MI210, MI250X, MI300A, MI300X. Exports nothing; found by ServiceLoader. */
module io.lockstep.device.cdna {
  requires io.lockstep.gcn;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.cdna.CdnaProvider;
}
