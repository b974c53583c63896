// The page starts here.
import { mount } from 'svelte';
import App from './app/App.svelte';
import { enter } from './app/enter';
import { follow } from './app/router.svelte';
import { followSystem } from './app/settings.svelte';
import './look/base.css';

followSystem();
follow();
void enter();

mount(App, { target: document.getElementById('app')! });

// A room that was renewed while the page was open has other files: the page is fetched anew, once a minute at most.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('cardroom.renewed') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('cardroom.renewed', String(Date.now()));
  location.reload();
});

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register('/sw.js').catch(() => {
    // Without it the page still works; it just can't be opened offline.
  });
}
