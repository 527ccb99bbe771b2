// Practice data on this device: unfinished tables, their lines, and the records of finished matches. A browser without
// storage rejects every request, and the caller reports that.
export const MATCHES = 100;
const TABLES = 20;

let opened;

export function openDatabase() {
  opened ??= new Promise((done, refuse) => {
    const asked = indexedDB.open("capicu", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "id", autoIncrement: true });
      asked.result.createObjectStore("lines");
      asked.result.createObjectStore("matches", { keyPath: "id", autoIncrement: true });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => refuse(asked.error);
    asked.onblocked = () => refuse(new Error("blocked"));
  });
  return opened;
}

// Runs requests in one transaction, and resolves once it is complete.
export async function inOne(stores, mode, ask) {
  const all = (await openDatabase()).transaction(stores, mode);
  let told;
  const done = new Promise((done, refuse) => {
    all.oncomplete = () => done(told);
    all.onabort = () => refuse(all.error ?? new Error("aborted"));
  });
  ask((name) => all.objectStore(name), (value) => { told = value; }, all);
  return done;
}

const read = (name, from) => inOne([name], "readonly", (store, tell) => {
  from(store(name)).onsuccess = ({ target }) => tell(target.result);
});

export const tables = () => read("tables", (store) => store.getAll());
export const matches = () => read("matches", (store) => store.getAll());
export const match = (id) => read("matches", (store) => store.get(id));

const linesOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export const lines = (id) => read("lines", (store) => store.getAll(linesOf(id)));

export function removeTable(id) {
  return inOne(["tables", "lines"], "readwrite", (store) => {
    store("tables").delete(id);
    store("lines").delete(linesOf(id));
  });
}

export function removeMatch(id) {
  return inOne(["matches"], "readwrite", (store) => store("matches").delete(id));
}

// Deletes the oldest data when there is too much, finished tables first.
export function tidy() {
  return inOne(["tables", "lines", "matches"], "readwrite", (store) => {
    store("tables").getAll().onsuccess = ({ target }) => {
      const byAge = target.result.sort((a, b) => b.over - a.over || a.at - b.at);
      for (const old of byAge.slice(0, Math.max(0, byAge.length - TABLES))) {
        store("tables").delete(old.id);
        store("lines").delete(linesOf(old.id));
      }
    };
    store("matches").getAllKeys().onsuccess = ({ target }) => {
      const keys = target.result;
      for (const old of keys.slice(0, Math.max(0, keys.length - MATCHES))) store("matches").delete(old);
    };
  });
}
