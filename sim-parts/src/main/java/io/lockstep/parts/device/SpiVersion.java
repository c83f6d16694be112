package io.lockstep.parts.device;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The version of the device SPI that a provider was compiled against:
 * {@code @SpiVersion(SpiVersion.CURRENT)} on a {@link DeviceProvider} or on a policy. The compiler
 * writes the number into the provider's class, so a jar keeps the version that it was built for.
 *
 * <p>The version is raised when existing modules might no longer link or behave the same. A
 * provider without the annotation counts as {@link #FIRST}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SpiVersion {
  /** The first version, also for providers without the annotation. */
  int FIRST = 1;

  /**
   * The oldest version whose modules are still loaded: policies and specifications of version 1
   * link as before; its compute units, which wrote what they remember themselves, do not. Devices
   * of version 2 link unless they issue atomics or define ratios of statistics. A device that does
   * not link is refused with that reason.
   */
  int OLDEST = 1;

  /** The version of this Lockstep. */
  int CURRENT = 3;

  /** {@return the version; {@link #CURRENT} in the source} */
  int value();
}
