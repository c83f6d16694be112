// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.io.OutputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What a driver is compiled of, as {@code drivers.txt} says: texts in the folder of resources, and
 * those that are made of a table there.
 *
 * @param texts the files' texts by name, in the order of compilation
 * @param options of the compiler
 */
record DriverSources(Map<String, String> texts, List<String> options) {
  private static final String FOLDER = "/io/lockstep/program/native/";
  private static final String FOR_HIP = "-DLOCKSTEP_HIP";
  private static final Pattern IDENTIFIER = Pattern.compile("\\b[A-Za-z_]\\w*");
  private static final Pattern RENAMED =
      Pattern.compile("(cuda|nvrtc|library|(roc)?blas|rand).*\\.[ch]");
  private static final Pattern CUDA_NAME = Pattern.compile("\\bcuda(?=[A-Z]|##)");

  /** Endings of forms for streams of threads, of which HIP has one. */
  private static final Pattern PER_THREAD = Pattern.compile("_pt[sd][sz]\\b");

  private static final Pattern RESULT_OF_NVRTC = Pattern.compile("\\bNVRTC(?=_)");

  /** Names of the libraries; those of HIP have no versions. */
  private static final Pattern LIBRARY_NAME =
      Pattern.compile("\\bcu(blas|rand)(?=[A-Z#])|_v2(?=\\b|_64)");

  /** Files that are made of a table: their names, with the table and what makes a text of it. */
  private static final Map<String, Generated> GENERATED =
      Map.of(
          "cudart_structures.h",
          new Generated("structures.txt", StructureText::cudaTypes),
          "cudart_checks.h",
          new Generated("structures.txt", StructureText::cudaChecks),
          "opencl_checks.h",
          new Generated("structures.txt", StructureText::openClChecks),
          "cudart_functions.h",
          new Generated("api.txt", text -> ApiText.prototypes(ApiTable.of(text))),
          "cudart_restricted.h",
          new Generated("api.txt", text -> ApiText.restricted(ApiTable.of(text))),
          "opencl_functions.h",
          new Generated("opencl.txt", text -> OpenClText.functions(ApiTable.of(text))));

  private record Generated(String table, UnaryOperator<String> text) {}

  /** Returns the sources of a list, whose name is a driver's or another one's. */
  static DriverSources of(String list) {
    Map<String, List<String>> lists = lists(resource("drivers.txt"));
    List<String> words = new ArrayList<>();
    add(words, lists, list);
    boolean ofLibrary = words.contains("library.h");
    List<String> options = words.stream().filter(word -> word.startsWith("-")).toList();
    Map<String, String> texts = new LinkedHashMap<>();
    for (String word : words) {
      if (!word.startsWith("-")) {
        String text = text(word);
        boolean renamed = options.contains(FOR_HIP) && RENAMED.matcher(word).matches();
        texts.put(word, renamed ? forHip(text, ofLibrary) : text);
      }
    }
    return new DriverSources(texts, options);
  }

  /** Returns the functions of the interfaces. */
  static ApiTable api() {
    return Interface.TABLE;
  }

  private static Map<String, List<String>> lists(String text) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    List<String> list = new ArrayList<>();
    for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
      if (line.startsWith(" ")) {
        list.addAll(List.of(line.trim().split("\\s+")));
      } else {
        list = new ArrayList<>();
        lists.put(line.substring(0, line.indexOf(':')), list);
      }
    }
    return lists;
  }

  private static void add(List<String> words, Map<String, List<String>> lists, String list) {
    for (String word : lists.get(list)) {
      if (word.startsWith("@")) {
        add(words, lists, word.substring(1));
      } else {
        words.add(word);
      }
    }
  }

  private static String text(String name) {
    Generated generated = GENERATED.get(name);
    if (generated != null) {
      return generated.text().apply(resource(generated.table()));
    }
    String functions = name.endsWith(".c") ? ApiText.of(Interface.TABLE, name) : "";
    return functions.isEmpty() ? resource(name) : resource(name) + "\n" + functions;
  }

  /** Returns a text with HIP's names for those of CUDA. */
  static String forHip(String text, boolean ofLibrary) {
    String renamed = CUDA_NAME.matcher(text).replaceAll("hip");
    renamed = PER_THREAD.matcher(renamed).replaceAll("_spt");
    renamed = RESULT_OF_NVRTC.matcher(renamed).replaceAll("HIPRTC");
    if (ofLibrary) {
      renamed =
          LIBRARY_NAME
              .matcher(renamed)
              .replaceAll(found -> found.group(1) == null ? "" : "hip" + found.group(1));
      // clang calls this for <<<>>>, and HIP's library has it under this name
      renamed = renamed.replace("hipLaunchKernel", "cudaLaunchKernel");
    }
    return IDENTIFIER
        .matcher(renamed)
        .replaceAll(name -> Interface.HIP_NAMES.getOrDefault(name.group(), name.group()));
  }

  /** The functions of the interfaces, and HIP's names that differ in more than their beginning. */
  private static final class Interface {
    static final ApiTable TABLE = ApiTable.of(resource("api.txt") + resource("opencl.txt"));
    static final Map<String, String> HIP_NAMES = new HashMap<>(TABLE.hipNames());

    static {
      Properties others = new Properties();
      try {
        others.load(new StringReader(resource("hip_names.properties")));
      } catch (IOException e) {
        throw new OutputException("native/hip_names.properties", e);
      }
      others.forEach((name, hip) -> HIP_NAMES.put((String) name, (String) hip));
    }
  }

  private static String resource(String name) {
    try (InputStream in = DriverSources.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("no resource native/" + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new OutputException("native/" + name, e);
    }
  }
}
