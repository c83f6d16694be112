// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PolicyPortsTest {
  /** Figures that name round robin. */
  private static final Figures ROUND_ROBIN =
      new Figures() {
        @Override
        public OptionalLong optional(String path) {
          return OptionalLong.empty();
        }

        @Override
        public <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
          return path.equals(PolicySpec.POLICY) && !own.equals(RoundRobin.NAME)
              ? Optional.of(kind.cast(new RoundRobin()))
              : Optional.empty();
        }
      };

  private static PolicyPorts ports() {
    return PolicyPorts.unless(OldestFirst.NAME, ROUND_ROBIN, 2, 4);
  }

  /** Wavefront 2 issues at port 0, wavefront 1 at port 1. */
  private static PolicyPorts used() {
    PolicyPorts ports = ports();
    ports.started(2);
    ports.at(0).issued(2, 7);
    ports.at(1).issued(1, 7);
    return ports;
  }

  private static int pick(PolicyPorts ports, int port) {
    ports.at(port).clear();
    for (int w = 0; w < 4; w++) {
      ports.at(port).add(w, 0);
    }
    return ports.at(port).pick();
  }

  @Test
  void thereAreNoneWhereTheDeviceHasTheUnitsOwnPolicy() {
    assertThat(PolicyPorts.unless(RoundRobin.NAME, ROUND_ROBIN, 2, 4)).isNull();
  }

  @Test
  void eachPortHasARuleOfItsOwn() {
    PolicyPorts ports = used();
    assertThat(pick(ports, 0)).isEqualTo(3);
    assertThat(pick(ports, 1)).isEqualTo(2);
  }

  @Test
  void aWavefrontThatStartsIsTheYoungestAtEveryPort() {
    PolicyPorts ports = ports();
    ports.started(3);
    ports.started(1);
    for (int p = 0; p < 2; p++) {
      assertThat(ports.at(p).age(1)).isGreaterThan(ports.at(p).age(3));
    }
  }
}
