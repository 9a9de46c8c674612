// Of a small page the script is packed too: this unpacks and runs it.

import { unpackedText } from './parts.js';

const script = new Blob([await unpackedText('front')], { type: 'text/javascript' });
await import(URL.createObjectURL(script));
