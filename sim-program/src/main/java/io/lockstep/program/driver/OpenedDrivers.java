// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The drivers in the folder in which the processes of a program look for libraries. Those that the
 * program names are compiled before it starts. If it names none, as a script does, each is compiled
 * when a process opens it: until then it is a link to nothing, for which the dynamic loader asks
 * ({@code native/loader.c}). Thread-safe.
 */
public final class OpenedDrivers {
  private static final String NOWHERE = "not-compiled";

  private final Path folder;
  private final Path cache;
  private final Consumer<String> notes;
  private final Set<NativeDriver> opened = EnumSet.noneOf(NativeDriver.class);

  /**
   * @param folder private folder of the program's run
   * @param cache folder for compiled files
   * @param notes receives a line for each library that was compiled, or cannot be
   */
  public OpenedDrivers(Path folder, Path cache, Consumer<String> notes) {
    this.folder = folder;
    this.cache = cache;
    this.notes = notes;
  }

  /**
   * Prepares drivers.
   *
   * @param drivers those that processes may open
   * @param named whether the program names them
   * @param variables the environment of this process
   * @return variables of the program's environment
   * @throws InputException if a driver cannot be compiled
   * @throws IOException if the folder cannot be written
   */
  public Map<String, String> prepare(
      Set<NativeDriver> drivers, boolean named, Map<String, String> variables) throws IOException {
    Map<String, String> environment = new HashMap<>();
    Optional<Path> loader = named ? Optional.empty() : loader();
    for (NativeDriver driver : drivers) {
      if (loader.isEmpty()) {
        open(driver, driver.names()); // the newest has the names that several have
      } else {
        driver.names().forEach(name -> link(name, folder.resolve(NOWHERE)));
      }
      if (driver == NativeDriver.OPENCL) {
        Files.writeString(folder.resolve("lockstep.icd"), folder.resolve(driver.file()) + "\n");
        environment.put("OCL_ICD_VENDORS", folder.toString());
        environment.put("OPENCL_VENDOR_PATH", folder.toString());
      } else {
        environment.put("LD_LIBRARY_PATH", before(folder, variables.get("LD_LIBRARY_PATH")));
      }
    }
    loader.ifPresent(file -> environment.put("LD_AUDIT", before(file, variables.get("LD_AUDIT"))));
    return environment;
  }

  /** Returns the library that asks for drivers; empty if the machine's C library has no audit. */
  private Optional<Path> loader() {
    try {
      return Optional.of(NativeDriver.loader(cache, note -> {}));
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  /** Puts a path before others; an empty entry would be the program's current folder. */
  static String before(Path first, String others) {
    return others == null || others.isEmpty() ? first.toString() : first + ":" + others;
  }

  /**
   * Has a driver ready that a process opens.
   *
   * @param name one of its names
   * @throws InputException if there is none of that name, or it cannot be compiled
   */
  public synchronized void open(String name) {
    NativeDriver driver =
        of(name).orElseThrow(() -> new InputException(name, "is no driver of Lockstep"));
    try {
      open(driver, List.of(name));
    } catch (InputException e) {
      notes.accept(e.getMessage());
      throw e;
    }
  }

  private synchronized void open(NativeDriver driver, List<String> names) {
    Path library = driver.library(cache, notes);
    opened.add(driver);
    for (String name : names) {
      link(name, library);
    }
  }

  /**
   * Returns the driver of a name. Versions of CUDA's runtime share names: a process that has opened
   * one goes on with it.
   */
  private Optional<NativeDriver> of(String name) {
    List<NativeDriver> found = new ArrayList<>();
    for (NativeDriver driver : NativeDriver.values()) {
      if (driver.names().contains(name)) {
        found.add(driver);
      }
    }
    Optional<NativeDriver> before = found.stream().filter(opened::contains).findFirst();
    return before.isPresent() ? before : found.stream().reduce((older, newer) -> newer);
  }

  private void link(String name, Path target) {
    try {
      Path aside = folder.resolve("new-link");
      Files.createSymbolicLink(aside, target);
      Files.move(aside, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    }
  }
}
