package io.lockstep.parts.device;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The version of the interface between Lockstep and device modules that a provider was compiled
 * against: {@code @SpiVersion(SpiVersion.CURRENT)} on a {@link DeviceProvider}, or on a policy. The
 * compiler writes the number into the provider's class, so that a jar states what it was built for
 * and not what it meets.
 *
 * <p>The version is raised where a module that was built before may no longer link or may no longer
 * mean the same. A provider that states none counts as {@link #FIRST}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SpiVersion {
  /** The first version; what was built before there were versions. */
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
