// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parses text as XML, for tests in modules that do not require java.xml. */
public final class Xml {
  private final NodeList all;

  private Xml(NodeList all) {
    this.all = all;
  }

  /**
   * @throws IllegalArgumentException if it is not well-formed
   */
  public static Xml parse(String text) {
    try {
      return new Xml(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(text)))
              .getElementsByTagName("*"));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Returns the texts of all elements with a name, in order. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      if (all.item(i).getNodeName().equals(name)) {
        texts.add(all.item(i).getTextContent());
      }
    }
    return texts;
  }

  /** Returns the values of an attribute of all elements that have it, in order. */
  public List<String> attributes(String name) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      if (((Element) all.item(i)).hasAttribute(name)) {
        values.add(((Element) all.item(i)).getAttribute(name));
      }
    }
    return values;
  }
}
