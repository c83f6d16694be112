// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Models that do not use what their specifications declare. */
final class LyingModels {
  private LyingModels() {}

  /** The catalogue with models that put machines together from another figure than they say. */
  static Catalogue with(String figure, String factor) {
    return with(figure, factor, Set.of("assemble"));
  }

  /** The catalogue with models that make code with another figure than they say. */
  static Catalogue lowering(String figure, String factor) {
    return with(figure, factor, Set.of("lower"));
  }

  /** The catalogue with models whose rules of occupancy use another figure than they say. */
  static Catalogue holding(String figure, String factor) {
    return with(figure, factor, Set.of("occupancy", "occupancyRules"));
  }

  private static Catalogue with(String figure, String factor, Set<String> where) {
    List<DeviceProvider> all = new ArrayList<>();
    for (DeviceProvider provider : Plugins.providers(List.of())) {
      all.add(
          (DeviceProvider)
              Proxy.newProxyInstance(
                  LyingModels.class.getClassLoader(),
                  new Class<?>[] {DeviceProvider.class},
                  (self, method, arguments) ->
                      method.getName().equals("device")
                          ? lying(provider, (DeviceSpec) arguments[0], figure, factor, where)
                          : call(provider, method, arguments)));
    }
    return new Catalogue(all);
  }

  private static Device lying(
      DeviceProvider provider, DeviceSpec spec, String figure, String factor, Set<String> where) {
    Device honest = provider.device(spec);
    return (Device)
        Proxy.newProxyInstance(
            LyingModels.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (self, method, arguments) -> {
              if (where.contains(method.getName())) {
                return call(provider.device(spec.with(figure, factor)), method, arguments);
              }
              Object result = call(honest, method, arguments);
              return result == honest ? self : result; // such as forKernel
            });
  }

  private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
