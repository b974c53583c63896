import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { raise } from '../../tests/sheet/hands';
import { useSocket } from '../app/line';
import type { Socket } from '../net/socket';
import type { Answer, Command, Problem } from '../protocol/messages';
import Chat from './Chat.svelte';

it('what is typed while a line is on its way is the next line, and no line is sent twice', async () => {
  const sent: string[] = [];
  const answers: ((problem: Problem | null) => void)[] = [];
  useSocket({
    command: (_table: number, command: Command) => {
      sent.push(command.type === 'chat' ? command.text : command.type);
      return new Promise<Answer>((done) =>
        answers.push((problem) => done({ type: 'answer', id: null, problem } as unknown as Answer)),
      );
    },
  } as unknown as Socket);
  const target = document.body.appendChild(document.createElement('div'));
  const chat = mount(Chat, { target, props: { view: raise() } });
  flushSync();
  const box = target.querySelector('input')!;
  const type = (text: string) => {
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const enter = () => {
    target.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    flushSync();
  };
  const settled = async () => {
    await new Promise(setImmediate);
    flushSync();
  };

  type('Nice hand');
  enter();
  enter();
  expect(sent).toEqual(['Nice hand']);
  type('Well pl');
  answers.shift()!(null);
  await settled();
  expect(box.value).toBe('Well pl');
  // What was refused comes back, to be sent again.
  enter();
  answers.shift()!({ code: 'too_many', detail: 'Slow down.' } as Problem);
  await settled();
  expect(box.value).toBe('Well pl');
  await unmount(chat);
  target.remove();
});
