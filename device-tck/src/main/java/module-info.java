// SPDX-License-Identifier: Apache-2.0
/** Contract tests for device modules: the plug-in kit. */
module io.lockstep.tck {
  requires transitive io.lockstep.run;
  requires io.lockstep.judge;
  requires transitive org.junit.jupiter.api;

  exports io.lockstep.tck;

  opens io.lockstep.tck to
      org.junit.platform.commons;

  uses io.lockstep.kernel.frontend.KernelFrontend;
}
