package io.lockstep.run.plugin;

import io.lockstep.parts.device.DeviceProvider;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Makes providers by the rules of ServiceLoader: a public static method {@code provider()}, or a
 * public constructor without arguments. Unlike ServiceLoader it tells one provider's failure from
 * another's, and what exactly failed. Stateless.
 */
final class ProviderClass {
  private ProviderClass() {}

  /**
   * Makes a provider.
   *
   * @throws ModelException where the class cannot be one, or what its code threw
   */
  static DeviceProvider make(PluginClasses classes, String name, ModelBoundary boundary) {
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
    try {
      Method method = factory(type);
      return method == null ? constructed(type, boundary) : given(type, method, boundary);
    } catch (LinkageError e) { // a class that a signature names
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

  private static DeviceProvider given(Class<?> type, Method method, ModelBoundary boundary) {
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
    return provider(made, type);
  }

  private static DeviceProvider constructed(Class<?> type, ModelBoundary boundary) {
    if (!DeviceProvider.class.isAssignableFrom(type)) {
      throw notOne(type);
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      return provider(constructor.newInstance(), type);
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

  private static DeviceProvider provider(Object made, Class<?> type) {
    if (made instanceof DeviceProvider provider) {
      return provider;
    }
    throw notOne(type);
  }

  private static ModelException notOne(Class<?> type) {
    return new ModelException(
        type.getName() + " is declared as a provider, but is no " + DeviceProvider.class.getName(),
        null);
  }
}
