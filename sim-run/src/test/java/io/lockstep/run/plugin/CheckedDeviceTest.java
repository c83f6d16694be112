// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that a plug-in's device and machine must not return. */
class CheckedDeviceTest {
  private static final Catalogue ALL = new Catalogue(Plugins.builtIn());
  private static final DeviceSpec SPEC = ALL.spec("gtx280");
  private static final Device REAL = ALL.device(SPEC);
  private static final ModelBoundary BOUNDARY = new ModelBoundary(Set.of("com.example"));

  /** Returns an object that is another one but for the values of some methods. */
  private static <T> T like(Class<T> type, Object other, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (values.containsKey(method.getName())) {
                return values.get(method.getName());
              }
              try {
                return method.invoke(other, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static CheckedDevice returning(String method, Object value) {
    Map<String, Object> values = new HashMap<>();
    values.put(method, value);
    return new CheckedDevice(like(Device.class, REAL, values), SPEC, BOUNDARY);
  }

  private static void isWrong(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(ModelException.class).hasMessageEndingWith(message);
  }

  private static Capabilities.Builder right() {
    return Capabilities.builder()
        .wavefront(32)
        .groupSize(512)
        .grid(65535, 65535, 1)
        .localBytes(16384)
        .memoryBytes(1 << 30);
  }

  private static void wrongCapabilities(UnaryOperator<Capabilities.Builder> with, String message) {
    Capabilities made = with.apply(right()).build();
    isWrong(() -> returning("capabilities", made).capabilities(), message);
  }

  @Test
  void aRightDevicePassesUnchanged() {
    CheckedDevice checked = new CheckedDevice(REAL, SPEC, BOUNDARY);
    assertThat(checked.spec()).isSameAs(SPEC);
    assertThat(checked.capabilities()).isSameAs(REAL.capabilities());
    assertThat(checked.clockHertz()).isEqualTo(REAL.clockHertz());
    assertThat(checked.tickHertz()).isEqualTo(REAL.tickHertz());
    assertThat(checked.operationsPerCycle()).isEqualTo(REAL.operationsPerCycle());
    assertThat(checked.hostCosts().launchPicos()).isEqualTo(REAL.hostCosts().launchPicos());
    assertThat(checked.channels().orElseThrow().channel(4096))
        .isEqualTo(REAL.channels().orElseThrow().channel(4096));
    Geometry geometry = new Geometry(1, 1, 1, 64, 1, 1);
    assertThat(checked.occupancy(REAL.lower(Kernels.copy(false)), geometry, 0))
        .isEqualTo(REAL.occupancy(REAL.lower(Kernels.copy(false)), geometry, 0));
    assertThat(CheckedDevice.modelOf(checked)).isSameAs(REAL);
    assertThat(CheckedDevice.modelOf(REAL)).isSameAs(REAL);
  }

  @Test
  void aDeviceOfAnotherSpecificationIsRefused() {
    DeviceSpec other = ALL.spec("8800gtx");
    isWrong(
        () -> new CheckedDevice(REAL, other, BOUNDARY),
        "returned another specification than it was made for: gtx280");
    DeviceSpec changed = SPEC.with("lds.latency", "99cycles");
    isWrong(
        () -> new CheckedDevice(REAL, changed, BOUNDARY),
        "returned another specification than it was made for: gtx280");
  }

  @Test
  void capabilitiesAreWithinTheirBounds() {
    assertThatCode(() -> returning("capabilities", right().build()).capabilities())
        .doesNotThrowAnyException();
    assertThatCode(
            () ->
                returning("capabilities", right().localBytes(0).memoryBytes(0).build())
                    .capabilities())
        .doesNotThrowAnyException();
    wrongCapabilities(b -> b.groupSize(0), "returned maximumGroupSize 0; expected at least 1");
    wrongCapabilities(b -> b.localBytes(-1), "localBytesPerGroup -1; expected at least 0");
    wrongCapabilities(b -> b.memoryBytes(-1), "memoryBytes -1; expected at least 0");
    wrongCapabilities(b -> b.addressBits(0), "addressBits 0; expected 1 to 64");
    wrongCapabilities(b -> b.addressBits(65), "addressBits 65; expected 1 to 64");
    wrongCapabilities(b -> b.grid(1, 1, 0), "returned maximumGrid 0; expected at least 1");
    wrongCapabilities(b -> b.group(1, 0, 1), "returned maximumGroup 0; expected at least 1");
    isWrong(() -> returning("capabilities", null).capabilities(), "capabilities returned null");
  }

  @Test
  void clocksTickAtLeastOnceASecond() {
    assertThat(returning("clockHertz", 1L).clockHertz()).isEqualTo(1);
    isWrong(
        () -> returning("clockHertz", 0L).clockHertz(),
        "clockHertz returned 0; expected at least 1 Hz");
    isWrong(
        () -> returning("tickHertz", -5L).tickHertz(),
        "tickHertz returned -5; expected at least 1 Hz");
    isWrong(
        () -> returning("operationsPerCycle", -1L).operationsPerCycle(),
        "returned operations -1; expected at least 0");
    assertThat(returning("operationsPerCycle", 0L).operationsPerCycle()).isZero();
  }

  @Test
  void residencyIsThatOfTheDevicesOwnRules() {
    Geometry geometry = new Geometry(1, 1, 1, 64, 1, 1);
    Occupancy right = REAL.occupancy(REAL.lower(Kernels.copy(false)), geometry, 0);
    Occupancy more =
        new Occupancy(right.groups() + 1, right.wavefronts(), right.maximum(), 2, right.limit());
    isWrong(
        () -> returning("occupancy", more).occupancy(REAL.lower(Kernels.copy(false)), geometry, 0),
        "returned groups " + more.groups() + "; its rules allow " + right.groups());
    Occupancy negative = new Occupancy(-1, 0, 0, 2, "");
    isWrong(
        () ->
            returning("occupancy", negative)
                .occupancy(REAL.lower(Kernels.copy(false)), geometry, 0),
        "returned groups -1; expected at least 0");
  }

  @ParameterizedTest
  @CsvSource({
    "channels, 0, 'returned channels 0; expected at least 1'",
    "blockBytes, 0, 'returned blockBytes 0; expected at least 1'",
    "channel, -1, 'returned channel -1; expected 0 to 7'",
    "channel, 8, 'returned channel 8; expected 0 to 7'",
  })
  void channelsAreThoseOfTheMap(String method, int value, String message) {
    ChannelMap real = REAL.channels().orElseThrow();
    assertThat(real.channels()).isEqualTo(8);
    ChannelMap map = like(ChannelMap.class, real, Map.of(method, value));
    isWrong(
        () -> returning("channels", Optional.of(map)).channels().orElseThrow().channel(0), message);
  }

  @ParameterizedTest
  @CsvSource({
    "host.launch, launchPicos, 0", "host.back_to_back, backToBackPicos, 0",
    "host.submit, submitPicos, 0", "host.synchronize, synchronizePicos, 0",
    "host.transfer, transferPicos, 0", "host.pinned, pinnedBytesPerSecond, 1",
    "host.pageable, pageableBytesPerSecond, 1", "host.fill, fillBytesPerSecond, 1",
    "host.copy, copyBytesPerSecond, 1"
  })
  void costsOfTheHostAreNotNegativeAndRatesAreAboveZero(String path, String name, long least) {
    Map<String, Long> figures = new HashMap<>();
    for (String cost : List.of("launch", "back_to_back", "submit", "synchronize", "transfer")) {
      figures.put("host." + cost, 0L);
    }
    for (String rate : List.of("pinned", "pageable", "fill", "copy")) {
      figures.put("host." + rate, 1L);
    }
    HostCosts fits = HostCosts.of(Figures.of(figures));
    assertThat(returning("hostCosts", fits).hostCosts()).isSameAs(fits);
    figures.put(path, least - 1);
    HostCosts wrong = HostCosts.of(Figures.of(figures));
    isWrong(
        () -> returning("hostCosts", wrong).hostCosts(),
        "returned " + name + " " + (least - 1) + "; expected at least " + least);
  }

  private static CheckedMachine machine(List<String> calls, Map<String, Object> values) {
    Machine machine =
        (Machine)
            Proxy.newProxyInstance(
                Machine.class.getClassLoader(),
                new Class<?>[] {Machine.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName());
                  if (method.getName().endsWith("s") || method.getName().equals("sample")) {
                    for (Object argument : arguments == null ? new Object[0] : arguments) {
                      if (argument instanceof StatisticsSink sink && values.containsKey("named")) {
                        sink.count((String) values.get("named"), 1);
                      }
                    }
                  }
                  return values.get(method.getName());
                });
    return new CheckedMachine(machine, BOUNDARY);
  }

  @Test
  void aLaunchDoesNotEndBeforeItsStart() {
    CheckedMachine machine = machine(new ArrayList<>(), Map.of("finishedAt", 9L));
    assertThat(machine.finishedAt(2)).isEqualTo(9);
    machine.launch(2, null, null, 9);
    assertThat(machine.finishedAt(2)).isEqualTo(9);
    machine.launch(2, null, null, 10);
    isWrong(() -> machine.finishedAt(2), "finishedAt returned 9; its launch started at tick 10");
    assertThat(machine.finishedAt(0)).isEqualTo(9);
  }

  @Test
  void aStatisticHasAName() {
    List<String> seen = new ArrayList<>();
    StatisticsSink sink =
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            seen.add(name);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            seen.add(name);
          }
        };
    machine(new ArrayList<>(), Map.of("named", "waits")).statistics(1, sink);
    assertThat(seen).containsExactly("waits");
    for (String name : List.of("", "  ")) {
      isWrong(
          () -> machine(new ArrayList<>(), Map.of("named", name)).statistics(1, sink),
          "statistics gave a statistic without a name");
    }
  }

  @Test
  void eachCallReachesTheMachine() {
    List<String> calls = new ArrayList<>();
    CheckedMachine machine = machine(calls, Map.of());
    List<Consumer<CheckedMachine>> all =
        List.of(
            CheckedMachine::hostTouched,
            m -> m.resetStatistics(1),
            m -> m.statistics(1, null),
            m -> m.sample(1, null),
            m -> m.interim(1, null),
            m -> m.launch(0, null, null, 1),
            m -> m.transfer(0, null, 1),
            m -> m.warmUnits(new long[0]),
            CheckedMachine::warmed,
            m -> m.forget(0, 1),
            m -> m.perUnit(true),
            m -> m.byRow(true),
            m -> m.byPath(true),
            m -> m.observe(null, 1));
    all.forEach(call -> call.accept(machine));
    assertThat(calls)
        .containsExactly(
            "hostTouched",
            "resetStatistics",
            "statistics",
            "sample",
            "interim",
            "launch",
            "transfer",
            "warmUnits",
            "warmed",
            "forget",
            "perUnit",
            "byRow",
            "byPath",
            "observe");
    assertThat(CheckedMachine.modelOf(machine)).isNotSameAs(machine);
    isWrong(machine::path, "path returned null");
  }
}
