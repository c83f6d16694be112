// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Creates providers by the rules of ServiceLoader: from a public static method {@code provider()},
 * or a public constructor without arguments. Unlike ServiceLoader, it attributes each failure to
 * one provider and to the step that failed.
 */
final class ProviderClass {
  private ProviderClass() {}

  /**
   * @param service type of the provider
   * @throws ModelException if the class is not suitable, uses another version of the SPI, or its
   *     code has thrown an exception
   */
  static <T> T make(Class<T> service, PluginClasses classes, String name, ModelBoundary boundary) {
    Class<?> type;
    try {
      type = classes.find(name);
    } catch (ClassNotFoundException e) {
      throw new ModelException(name + " is declared, but not in the jar", e);
    } catch (LinkageError e) {
      throw new ModelException(name + " cannot be loaded: " + Faults.text(e), e);
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new ModelException(name + " is not public", null);
    }
    SpiCheck.require(type);
    try {
      Method method = factory(type);
      return method == null
          ? constructed(service, type, boundary)
          : given(service, type, method, boundary);
    } catch (LinkageError e) { // thrown if a class in a signature is missing
      throw new ModelException(name + " cannot be loaded: " + Faults.text(e), e);
    }
  }

  private static Method factory(Class<?> type) {
    for (Method m : type.getMethods()) {
      if (m.getName().equals("provider")
          && m.getParameterCount() == 0
          && Modifier.isStatic(m.getModifiers())) {
        return m;
      }
    }
    return null;
  }

  private static <T> T given(
      Class<T> service, Class<?> type, Method method, ModelBoundary boundary) {
    Object made;
    try {
      made = method.invoke(null);
    } catch (InvocationTargetException | ExceptionInInitializerError e) {
      throw threw(type.getName() + ".provider", e, boundary);
    } catch (IllegalAccessException e) {
      throw new ModelException(type.getName() + ".provider is not public", e);
    }
    if (made == null) {
      throw new ModelException(type.getName() + ".provider returned null", null);
    }
    return provider(service, made, type);
  }

  private static <T> T constructed(Class<T> service, Class<?> type, ModelBoundary boundary) {
    if (!service.isAssignableFrom(type)) {
      throw notOne(service, type);
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      return provider(service, constructor.newInstance(), type);
    } catch (NoSuchMethodException e) {
      throw new ModelException(type.getName() + " has no public constructor without arguments", e);
    } catch (InstantiationException | IllegalAccessException e) {
      throw new ModelException(type.getName() + " is abstract", e);
    } catch (InvocationTargetException e) {
      throw threw("constructor of " + type.getName(), e, boundary);
    } catch (ExceptionInInitializerError e) {
      throw threw("static initialiser of " + type.getName(), e, boundary);
    }
  }

  private static ModelException threw(String what, Throwable e, ModelBoundary boundary) {
    boolean initialiser = e.getCause() instanceof ExceptionInInitializerError;
    return new ModelException(
        (initialiser ? "static initialiser behind " : "")
            + what
            + Faults.verb(e, boundary.place(e)),
        e);
  }

  private static <T> T provider(Class<T> service, Object made, Class<?> type) {
    if (service.isInstance(made)) {
      return service.cast(made);
    }
    throw notOne(service, type);
  }

  private static ModelException notOne(Class<?> service, Class<?> type) {
    return new ModelException(
        type.getName() + " is declared as a provider, but is not a " + service.getName(), null);
  }
}
