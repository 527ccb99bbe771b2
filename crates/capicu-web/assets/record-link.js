// A record in the fragment of a link, which browsers do not send to a server.

// The most characters of a packed record, which chats still accept as a link.
const LONGEST = 8000;

const through = (stream, data) => new Response(new Blob([data]).stream().pipeThrough(stream));

// Packs a record; `null` if the browser cannot, or if the link would be too long.
export async function pack(record) {
  try {
    const packed = new Uint8Array(await through(new CompressionStream("deflate-raw"), record).arrayBuffer());
    const code = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return code.length > LONGEST ? null : code;
  } catch {
    return null;
  }
}

// Unpacks a record of at most `most` bytes; `null` if it is damaged or larger.
export async function unpack(code, most) {
  try {
    const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = through(new DecompressionStream("deflate-raw"), packed).body.getReader();
    const text = new TextDecoder("utf-8", { fatal: true });
    let [record, bytes] = ["", 0];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes > most) return null;
      record += text.decode(part.value, { stream: true });
    }
    return record + text.decode();
  } catch {
    return null;
  }
}

// Copies a text; without a secure connection, only a selection can be copied.
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const [field, focused] = [document.createElement("textarea"), document.activeElement];
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  focused?.focus();
}
