// Keeps the page itself at hand, so that it opens at once and says so when the room can't be reached.
// It never touches the API or the socket: what is played always comes from the room.

// Written by the build (vite.config.ts): the name of its files as a whole, and those without which no page opens.
const KEPT = 'cardroom-BUILD';
const FIRST = ['FIRST'];

// With every build a worker of its own comes, keeps what it needs from the beginning, and drops what the last one kept.
self.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(KEPT)
            .then((kept) => kept.addAll(FIRST))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener('activate', (event) => {
    event.waitUntil(
        caches
            .keys()
            .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
            .then(() => self.clients.claim()),
    );
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== location.origin || /^\/(api|ws|healthz|readyz|metrics)/.test(pathname))
        return;
    // A file under assets/ has its hash in its name and never changes; the rest is asked for first.
    event.respondWith(pathname.startsWith('/assets/') ? keptFirst(request) : roomFirst(request));
});

async function keptFirst(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    return keep(request, await fetch(request));
}

async function roomFirst(request) {
    try {
        return await keep(request, await fetch(request));
    } catch (error) {
        const kept = await caches.match(request);
        if (kept) return kept;
        throw error;
    }
}

async function keep(request, response) {
    if (response.ok) (await caches.open(KEPT)).put(request, response.clone());
    return response;
}
