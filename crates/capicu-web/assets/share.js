// A picture of the result, drawn on the device. It is shown below its button, and goes to the phone's share sheet.
const SIDE = 1080;
const FONT = '"Bricolage Grotesque", system-ui, sans-serif';

// Draws a line for each player: the name, a bar and the matches won.
function table(pen, rows) {
  const best = Math.max(1, ...rows.map(([, won]) => Number(won)));
  rows.forEach(([name, won, played], n) => {
    const y = 400 + n * 62;
    pen.font = `600 42px ${FONT}`;
    pen.fillStyle = "#f5efdf";
    pen.textAlign = "left";
    pen.fillText(name, 90, y, 400);
    pen.fillStyle = n ? "#7fd0e8" : "#ffd873";
    pen.fillRect(520, y - 32, Math.max(4, (300 * won) / best), 38);
    pen.fillStyle = "#f5efdf";
    pen.textAlign = "right";
    pen.fillText(`${won} / ${played}`, SIDE - 90, y, 160);
  });
  pen.textAlign = "center";
}

function draw({ title, score, names, rows }, date) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const pen = canvas.getContext("2d");
  const felt = pen.createRadialGradient(SIDE / 2, SIDE * 0.45, 0, SIDE / 2, SIDE * 0.45, SIDE * 0.75);
  felt.addColorStop(0, "#1f6d50");
  felt.addColorStop(0.45, "#17563f");
  felt.addColorStop(1, "#0d3a2a");
  pen.fillStyle = "#573721";
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = felt;
  pen.fillRect(26, 26, SIDE - 52, SIDE - 52);
  pen.textAlign = "center";
  const wide = SIDE - 160;
  // Breaks a text into lines, and returns the height of the next.
  const write = (text, y, size, color, weight) => {
    pen.fillStyle = color;
    pen.font = `${weight} ${size}px ${FONT}`;
    let line = "";
    for (const word of text.split(" ")) {
      if (line && pen.measureText(`${line} ${word}`).width > wide) {
        pen.fillText(line, SIDE / 2, y, wide);
        [line, y] = [word, y + size * 1.15];
      } else line = line ? `${line} ${word}` : word;
    }
    pen.fillText(line, SIDE / 2, y, wide);
    return y + size * 1.15;
  };
  if (rows) {
    write(score, 170, 110, "#ffd873", 800);
    write(title, 260, 48, "#f5efdf", 800);
    table(pen, rows.split("\n").map((row) => row.split("\t")));
    write(names, SIDE - 150, 40, "#d8e5d8", 600);
  } else {
    write(score, 420, 230, "#ffd873", 800);
    const y = write(title, 580, 64, "#f5efdf", 800);
    write(names, y + 30, 44, "#d8e5d8", 500);
  }
  write(`Capicú · ${date}`, SIDE - 90, 38, "#d8e5d8", 500);
  return canvas;
}

export async function share() {
  const button = document.getElementById("share");
  const { title, lang } = { ...button.dataset, lang: document.documentElement.lang };
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(new Date());
  const canvas = draw(button.dataset, date);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], "capicu.png", { type: blob.type });
  if (!document.getElementById("picture")) {
    const picture = Object.assign(document.createElement("a"), { id: "picture", download: file.name, href: canvas.toDataURL() });
    picture.style.cssText = "flex-basis: 100%";
    const image = Object.assign(document.createElement("img"), { src: picture.href, alt: `${title} ${button.dataset.score}` });
    image.style.cssText = "display: block; width: min(100%, 300px); border-radius: 12px";
    picture.append(image);
    button.parentElement.append(picture);
  }
  // A player who closes the share sheet keeps the picture.
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title }).catch(() => null);
}
