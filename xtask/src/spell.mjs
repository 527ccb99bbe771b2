// Prints the words of Spanish or French texts that neither the dictionary nor the list of allowed words has.
//
// node spell.mjs LANG READER DICTIONARY ALLOWED FILE|FOLDER...
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'

const [lang, reader, dictionary, allowed, ...places] = process.argv.slice(2)
const nspell = createRequire(reader)(reader)
const part = (name) => readFileSync(dictionary.replace(/dic$/, name))
const speller = nspell({ aff: part('aff'), dic: part('dic') })
const known = new Set(readFileSync(allowed, 'utf8').split('\n').map((word) => word.trim()))

const blank = (text) => text.replace(/[^\n]/g, ' ')
const code = (text) => text.replace(/```[^]*?```|`[^`\n]*`|https?:\S+|--[\w-]+|\/[\w-]+/g, blank)

// What people read of a file, line by line where it stands.
const prose = {
  ftl(text) {
    text = text.replace(/^#.*$|^-?[\w-]+\s*=|^\s+\.[\w-]+\s*=|^\s*\*?\[[\w-]+\]/gm, blank)
    while (/\{[^{}]*->|\{[^{}]*\}/.test(text)) text = text.replace(/\{[^{}]*\}|\{[^{}]*->/g, blank)
    return code(text)
  },
  md: (text) => code(text).replace(/\]\([^)]*\)|<[^>]*>/g, blank),
  // Texts after lines of `# ` and a key.
  txt: (text) => code(text.replace(/^# .*$/gm, blank)),
}

const knows = (word) =>
  word.length < 3 || [word, word.toLowerCase()].some((it) => known.has(it) || speller.correct(it))

const files = places.flatMap((place) =>
  statSync(place).isDirectory() ? readdirSync(place).map((name) => `${place}/${name}`).sort() : place,
)
const wrong = new Map()
for (const file of files) {
  const text = prose[file.split('.').pop()](readFileSync(file, 'utf8'))
  text.split('\n').forEach((line, at) => {
    for (const [word] of line.matchAll(/\p{L}+(?:[’']\p{L}+)*/gu)) {
      for (const part of lang === 'fr' ? word.split(/[’']/) : [word]) {
        if (!wrong.has(part)) wrong.set(part, knows(part) ? null : `${file}:${at + 1}: ${part}`)
      }
    }
  })
}
const found = [...wrong.values()].filter(Boolean)
for (const place of found) console.log(place)
if (found.length) console.log(`If a word is right, add it to ${allowed}.`)
process.exit(found.length ? 1 : 0)
